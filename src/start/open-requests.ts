/** Open requests when the process stops: they may end, while idle connections do not delay the stop. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export type OpenRequests = {
  /**
   * Closes the server: it accepts no more connections, and each connection ends with its request.
   * @param withinMs real ms for the open requests
   * @returns the number of requests that were cut off
   */
  close(withinMs: number): Promise<number>
}

/** The wait for a connection whose request has not begun to be read. */
const UNASKED_MS = 2_500

/** Call before the server listens. */
export function followOpenRequests(app: FastifyInstance): OpenRequests {
  const connections = new Set<Socket>()
  const open = new Map<ServerResponse, Socket>()
  let isClosing = false
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    open.set(response, socket)
    response.once('close', () => {
      open.delete(response)
      if (isClosing) socket.end() // its answer announced keep-alive
    })
  })
  return {
    async close(withinMs) {
      let cut = 0
      isClosing = true
      for (const response of open.keys()) response.shouldKeepAlive = false
      const unasked = setTimeout(() => {
        const asking = new Set(open.values())
        for (const socket of connections) if (!asking.has(socket)) socket.destroy()
      }, UNASKED_MS)
      const late = setTimeout(() => {
        cut = open.size
        for (const socket of connections) socket.destroy()
      }, withinMs)
      try {
        await app.close()
      } finally {
        clearTimeout(unasked)
        clearTimeout(late)
      }
      return cut
    },
  }
}
