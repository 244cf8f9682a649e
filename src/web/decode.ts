/** From the bytes of a page to its text. */

/** By the charset that it names. One that says UTF-8 and is none is read as Windows-1252, which old pages are. */
export function decode(bytes: Buffer, contentType: string | null): string {
  const named =
    /charset=["']?([\w-]+)/i.exec(contentType ?? '') ??
    /<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(bytes.toString('latin1', 0, 2048))
  const text = decodeAs(named?.[1] ?? 'utf-8', bytes) ?? bytes.toString('utf8') // a charset that nobody knows
  const broken = text.match(/\ufffd/g)?.length ?? 0
  const whole = text.match(/[\u00a0-\ufffc]/g)?.length ?? 0
  return broken <= whole || broken < 2 ? text : (decodeAs('windows-1252', bytes) ?? text) // the limit may cut one in two
}

function decodeAs(charset: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return undefined
  }
}
