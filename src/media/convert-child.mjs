/**
 * Decodes one picture in a separate process: an untrusted picture may take a decoder minutes or gigabytes, and neither can be
 * stopped inside a thread. The parent ends this process after its deadline, and it ends itself when it uses too much memory; not
 * TypeScript, so that it runs from src as from dist.
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'

/** @import { ConvertLimits, Message, Size, Task } from './convert.js' */
/** @import { Libheif } from './libheif.js' */
/** @import { PlatformImage } from '../core/ports/platform.js' */

/** Pixels without encoding. @typedef {{ data: Buffer, info: import('sharp').OutputInfo }} Raw */

const MIB = 1024 * 1024
const MAX_RSS_BYTES = 1280 * MIB
/** Limit for libheif, whose memory use cannot be observed: 48 megapixels take 410 MiB, and 910 MiB with their result. */
const MAX_WASM_BYTES = 640 * MIB
const WASM_PAGE_BYTES = 65_536
const ICC_PART_BYTES = 65_000

sharp.cache(false)
sharp.concurrency(1)

try {
  writeFileSync('/proc/self/oom_score_adj', '1000') // the first process to be killed when memory runs out
} catch {
  // not on this system, or not permitted
}
/** Kills the process, because an exit would wait for the decoder. */
const end = () => process.kill(process.pid, 'SIGKILL')
/** Sends the last message. @param {Message} message */
const answer = (message) => process.send?.(message, end)
const watch = setInterval(() => {
  if (process.memoryUsage.rss() <= MAX_RSS_BYTES) return
  clearInterval(watch)
  answer({ tooCostly: true })
}, 10)
process.once('disconnect', end) // the parent is gone
process.once('message', async (message) => answer(await work(/** @type {Task} */ (message)))) // the parent sends nothing else

/** @param {Task} task @returns {Promise<Message>} */
async function work(task) {
  try {
    return { value: task.task === 'measure' ? await measure(task.bytes) : await convert(task) }
  } catch (error) {
    return wantedTooMuch ? { tooCostly: true } : { error: error instanceof Error ? error.message : String(error) } // the parent judges it
  }
}

/** @param {Buffer} bytes @returns {Promise<Size>} */
async function measure(bytes) {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  return { width, height }
}

/**
 * Converts to JPEG, or to PNG with transparency, in the size that is sent; of an animation the first frame.
 * @param {{ bytes: Buffer, contentType: string } & ConvertLimits} task
 * @returns {Promise<PlatformImage>}
 */
async function convert({ bytes, contentType, maxPixels, minSide, sent }) {
  const isHeic = contentType === 'image/heic'
  const { hasAlpha, icc, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  const picture = isHeic ? await unpackHeic(bytes, maxPixels) : sharp(bytes, { limitInputPixels: maxPixels }).autoOrient()
  const unpacked = await resized(picture, scaleOf(width, height, { minSide, sent }) * Math.max(width, height))
  if (hasAlpha && !(await isOpaque(sharp(unpacked.data, { raw: unpacked.info })))) {
    const png = await sharp(unpacked.data, { raw: unpacked.info }).png().toBuffer()
    if (png.length <= sent.bytes) return { contentType: 'image/png', bytes: png }
  }
  const jpeg = await toJpeg(unpacked, sent.bytes)
  return { contentType: 'image/jpeg', bytes: isHeic ? withProfile(jpeg, icc) : jpeg }
}

/**
 * Ignores the orientation, because only the sides are compared.
 * @param {number} width
 * @param {number} height
 * @param {Pick<ConvertLimits, 'minSide' | 'sent'>} limits
 */
function scaleOf(width, height, { minSide, sent }) {
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  const shown = Math.max(sent.longSide / long, sent.shortSide / short)
  const small = Math.min(1, shown, Math.sqrt(sent.pixels / (width * height)))
  return Math.min(1, Math.max(small, minSide / short))
}

/**
 * @param {import('sharp').Sharp} picture
 * @param {number} longSide
 * @returns {Promise<Raw>}
 */
const resized = (picture, longSide) => {
  const side = Math.max(1, Math.round(longSide))
  return picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/**
 * Reduces first the quality and then the size, because noise may take more bytes than is visible.
 * @param {Raw} raw
 * @param {number} maxBytes
 * @returns {Promise<Buffer>}
 */
async function toJpeg({ data, info }, maxBytes) {
  const picture = () => sharp(data, { raw: info })
  for (const quality of [92, 85, 75]) {
    const jpeg = await picture().flatten({ background: 'white' }).jpeg({ quality }).toBuffer()
    if (jpeg.length <= maxBytes) return jpeg
  }
  return toJpeg(await resized(picture(), Math.max(info.width, info.height) * 0.75), maxBytes)
}

/** @param {import('sharp').Sharp} picture */
async function isOpaque(picture) {
  const { data, info } = await picture.clone().ensureAlpha().extractChannel(3).raw().toBuffer({ resolveWithObject: true })
  const alpha = await sharp(data, { raw: info }).stats()
  return alpha.channels[0]?.min === 255
}

/**
 * Decodes the primary picture, upright: libheif rotates it by itself.
 * @param {Buffer} bytes
 * @param {number} maxPixels
 */
async function unpackHeic(bytes, maxPixels) {
  limitWasm()
  /** @type {Libheif} */
  const libheif = createRequire(import.meta.url)('libheif-js/wasm-bundle.js')
  const images = new libheif.HeifDecoder().decode(bytes)
  const image = images.find((one) => one.is_primary()) ?? images[0]
  if (!image) throw new Error('no picture in it')
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > maxPixels) throw new Error('too many pixels')
  const target = { data: new Uint8ClampedArray(width * height * 4), width, height }
  const painted = await new Promise((resolve) => image.display(target, resolve))
  if (!painted) throw new Error('could not be unpacked')
  return sharp(target.data, { raw: { width, height, channels: 4 } })
}

let wantedTooMuch = false
/** Limits libheif's memory, which it allocates by this one call; refused, it fails as if out of memory. */
function limitWasm() {
  const { prototype } = WebAssembly.Memory
  const { grow } = prototype
  /** @param {number} pages */
  prototype.grow = function (pages) {
    wantedTooMuch ||= this.buffer.byteLength + pages * WASM_PAGE_BYTES > MAX_WASM_BYTES
    if (wantedTooMuch) throw new RangeError('too much memory')
    return grow.call(this, pages)
  }
}

/**
 * Keeps the color profile of the pixels, which on phones is wider than sRGB.
 * @see https://www.color.org/specification/ICC.1-2022-05.pdf, B.4
 * @param {Buffer} jpeg
 * @param {Buffer | undefined} profile
 */
function withProfile(jpeg, profile) {
  if (!profile) return jpeg
  const parts = []
  for (let at = 0; at < profile.length; at += ICC_PART_BYTES) parts.push(profile.subarray(at, at + ICC_PART_BYTES))
  const segments = parts.flatMap((part, index) => {
    const head = Buffer.alloc(18)
    head.writeUInt16BE(0xffe2, 0) // APP2
    head.writeUInt16BE(part.length + 16, 2)
    head.write('ICC_PROFILE\0', 4, 'latin1')
    head.writeUInt8(index + 1, 16)
    head.writeUInt8(parts.length, 17)
    return [head, part]
  })
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}
