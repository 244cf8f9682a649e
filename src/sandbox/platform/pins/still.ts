/** Draws a frame for a video, because nothing here decodes one; its colors come from the hash of the bytes. */
import type { Picture } from './pins.js'

/** Draws the same still for the same video, in its shape. */
export function drawStill({ sha256, width, height }: { sha256: Buffer; width: number; height: number }): Picture {
  const hue = (at: number) => Math.round(((sha256[at] ?? 0) / 256) * 360)
  const share = (at: number, from: number, to: number) => from + ((sha256[at] ?? 0) / 256) * (to - from)
  const hill = (at: number, level: number, colour: string) => {
    const [left, middle, right] = [0, 1, 2].map((step) => Math.round(height * share(at + step, level - 0.08, level + 0.08)))
    return `<path d="M0 ${left} Q${Math.round(width * 0.3)} ${middle} ${width / 2} ${middle} T${width} ${right} V${height} H0Z" fill="${colour}"/>`
  }
  const sun = {
    x: Math.round(width * share(8, 0.25, 0.75)),
    y: Math.round(height * share(9, 0.22, 0.4)),
    r: Math.round(Math.min(width, height) * 0.11),
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${hue(0)} 55% 34%)"/><stop offset="1" stop-color="hsl(${(hue(0) + 40) % 360} 70% 72%)"/></linearGradient></defs>
<rect width="${width}" height="${height}" fill="url(#sky)"/>
<circle cx="${sun.x}" cy="${sun.y}" r="${sun.r}" fill="hsl(${(hue(0) + 60) % 360} 90% 86%)"/>
${hill(1, 0.62, `hsl(${hue(0)} 38% 42%)`)}
${hill(4, 0.8, `hsl(${hue(0)} 42% 28%)`)}
</svg>`
  return { contentType: 'image/svg+xml', width, height, bytes: Buffer.from(svg) }
}
