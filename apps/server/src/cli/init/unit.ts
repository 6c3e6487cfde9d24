/**
 * Returns the service's systemd unit. `program`: the absolute path of `vid`. `settings`: the settings folder.
 */
export const serviceUnit = (program: string, settings: string): string => `[Unit]
Description=VID, accounts and single sign-on
Wants=network-online.target
After=network-online.target postgresql.service

[Service]
Type=exec
ExecStart=${program} start
EnvironmentFile=${settings}/vid.env
LoadCredential=VID:${settings}/secrets
CacheDirectory=vid
CacheDirectoryMode=0700
Restart=always
RestartSec=1
# The settings or the database server are wrong, so another start would fail as well.
RestartPreventExitStatus=78
TimeoutStopSec=30
LimitNOFILE=65536

User=vid
DynamicUser=yes
UMask=0077
CapabilityBoundingSet=
NoNewPrivileges=yes
LockPersonality=yes
PrivateDevices=yes
PrivateTmp=yes
PrivateUsers=yes
ProcSubset=pid
ProtectProc=invisible
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectSystem=strict
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`;
