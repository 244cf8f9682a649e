/** Splits a key, a path of url-safe names: it cannot leave its folder and needs no escaping in an address. */
export function namesOf(key: string): string[] {
  const names = key.split('/')
  if (!names.every((name) => /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(name))) throw new Error(`not a storage key: ${key}`)
  return names
}
