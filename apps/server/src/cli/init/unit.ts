type Paths = {
  /** Absolute path of `vid`. */
  readonly program: string;
  readonly settings: string;
};

/** Returns the systemd unit of a VID server. */
export const serviceUnit = (paths: Paths): string => unit(paths, '', '');

/** Returns a systemd template whose instances are named by their ports, such as vid@8081.service. */
export const templateUnit = (paths: Paths): string =>
  unit(paths, ' on port %i', '\n# VID_PORT in vid.env would take precedence.\nEnvironment=VID_PORT=%i');

const unit = ({ program, settings }: Paths, place: string, environment: string): string => `[Unit]
Description=VID, accounts and single sign-on${place}
Wants=network-online.target
After=network-online.target postgresql.service

[Service]
Type=exec
ExecStart=${program} start${environment}
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
