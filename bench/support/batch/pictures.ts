/** A fast host of pictures: each request is answered with bytes of its own, or each address. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { drawSample } from '../sample.js'

const sample = await drawSample()
let count = 0
/** An equal picture would be recognised. */
export const anotherPicture = (): Buffer => Buffer.concat([sample, Buffer.from(`end ${++count}`)])

export async function startPictures({ isSame = false } = {}): Promise<{ url: string; stop(): void }> {
  const server = createServer(({ url }, response) => {
    const bytes = isSame ? Buffer.concat([sample, Buffer.from(`of ${url}`)]) : anotherPicture()
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() } // a server on a port has one
}
