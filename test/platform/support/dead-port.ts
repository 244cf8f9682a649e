/** A port of this machine that refuses every connection. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * The local end of a connection that stays open: nobody listens there, and no other server can be given it, as it can one
 * that has only been closed. Goes with the test that asked for it.
 */
export async function deadPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const held = connect((server.address() as AddressInfo).port, '127.0.0.1') // listening on a port, not on a pipe
  await once(held, 'connect')
  onTestFinished(() => {
    held.destroy()
    server.close()
  })
  const { localPort } = held
  if (localPort === undefined) throw new Error('The connection has no local port.')
  return localPort
}
