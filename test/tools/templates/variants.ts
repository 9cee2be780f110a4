import type { VigiaProps } from "../../../infra/vigia.ts";

/** Properties by what they bring into the template, or leave out of it; every address and id is invented. */
export const VARIANTS: Readonly<Record<string, VigiaProps>> = {
  defaults: {},
  people: { alertEmails: ["officer@company.example"], operationsEmails: ["engineer@company.example"] },
  slack: { slack: { workspaceId: "T0123ABCD", channelId: "C0123ABCD" } },
  projects: { projects: [{ id: 1, mexico: true }, { id: 2 }] },
  "api-key": { inbound: { authentication: "api-key" } },
  none: { inbound: { authentication: "none" } },
  domain: {
    api: {
      domainName: "vigia.company.example",
      certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/11111111-2222-3333-4444-555555555555",
    },
  },
  desk: { desk: true },
  backups: { backups: true },
  "backups-for-ever": { backups: { compliance: true, retentionYears: 5 } },
  "desk-with-domain": {
    desk: {
      domain: {
        domainName: "desk.company.example",
        certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/11111111-2222-3333-4444-555555555555",
      },
    },
  },
  "desk-with-issuer": {
    desk: {
      issuer: "https://sign-in.company.example",
      clientId: "vigia",
      groupsClaim: "roles",
      groupNames: { officers: "/company/officers" },
    },
  },
  "taken-over": {
    tables: {
      users: "users-restored",
      usersKeyArn: "arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555",
      notifications: "notifications-restored",
      wallets: "wallets-restored",
    },
  },
};
