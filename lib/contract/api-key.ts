/**
 * The headers that may carry an API key, in lower case. The interface names one for scans and the other for the rest,
 * and does not say whether each endpoint reads both.
 */
export const API_KEY_HEADERS = ["x-api-key", "x-api-header"] as const;

/** Value of a header that carries a key. */
export function apiKeyValue(key: string): string {
  return `ApiKey ${key}`;
}
