/** The one kind of cookie there is: a short-lived secret of the browser that began something. */

/** Behind https a browser takes it from nobody but this host, and sends it back by https alone (the prefix __Host-). */
export const nameCookie = (name: string, publicUrl: string): string => (isHttps(publicUrl) ? `__Host-${name}` : name)

/** @param maxAgeSeconds 0 takes it away */
export function writeCookie(
  name: string,
  value: string,
  { publicUrl, maxAgeSeconds }: { publicUrl: string; maxAgeSeconds: number },
): string {
  const secure = isHttps(publicUrl) ? '; Secure' : ''
  return `${nameCookie(name, publicUrl)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
}

/** The first of that name. @param header as it came */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key = '', ...value] = pair.split('=')
    if (key.trim() === name) return value.join('=').trim()
  }
  return undefined
}

const isHttps = (publicUrl: string) => publicUrl.startsWith('https://')
