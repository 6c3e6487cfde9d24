import { networks, ports } from '../parsers.ts';
import { define } from './setting.ts';

export const webhookSettings = {
  webhookAllowedNetworks: define('VID_WEBHOOK_ALLOWED_NETWORKS', networks, '').describe(
    'Private networks (addresses or CIDR blocks) that webhooks and logout notices may reach, such as 10.20.0.0/16. Without it, they reach public addresses only.',
  ),
  webhookPorts: define('VID_WEBHOOK_PORTS', ports, '443').describe(
    'Ports that webhooks may be sent to. Evaluation mode allows all.',
  ),
} as const;
