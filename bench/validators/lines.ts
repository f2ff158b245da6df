/** Lines of a connection, that end with a line feed only: `readline` takes other separators too, which JSON may hold. */
import type { Socket } from 'node:net'

/** Calls back with each whole line, without its end. */
export function onLine(socket: Socket, take: (line: string) => void): void {
  let pieces: string[] = []
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const [first = '', ...more] = chunk.split('\n')
    pieces.push(first)
    for (const piece of more) {
      take(pieces.join(''))
      pieces = [piece]
    }
  })
}
