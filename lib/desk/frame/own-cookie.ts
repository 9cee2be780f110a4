/** Attributes of the desk's cookies. */

/** The prefix makes browsers refuse it from any other host, path or plain connection. Lax: the issuer sends people back. */
export const OWN_COOKIE = {
  prefix: "host",
  secure: true,
  httpOnly: true,
  sameSite: "Lax",
  path: "/",
} as const;
