/** Measures the round trip of a byte between two hosts, by the clock of the first. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { messageOf } from '../../shared/basics/errors.ts'
import { medianOf } from '../../shared/stats/statistics.ts'

/** Milliseconds, over TCP. */
export interface RoundTrip {
  medianMs: number
  minMs: number
  samples: number
}

/** The first round trips open the connection and do not count. */
const IGNORED = 5
const SAMPLES = 100
/** Milliseconds. */
const PATIENCE = 5_000

/** Sends back every byte that comes. */
export async function answerBytes(address: string): Promise<{ server: Server; port: number }> {
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {})
    socket.pipe(socket)
  }).listen(0, address)
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

/** @throws if the host does not respond */
export async function measureRoundTrip(address: string, port: number): Promise<RoundTrip> {
  const signal = AbortSignal.timeout(PATIENCE)
  const socket = connect({ host: address, port, noDelay: true })
  try {
    await once(socket, 'connect', { signal })
    const times: number[] = []
    for (let sample = -IGNORED; sample < SAMPLES; sample++) {
      const begin = performance.now()
      socket.write('.')
      await once(socket, 'data', { signal })
      if (sample >= 0) times.push(performance.now() - begin)
    }
    return { medianMs: medianOf(times).median, minMs: Math.min(...times), samples: SAMPLES }
  } catch (error) {
    throw new Error(signal.aborted ? `no answer within ${PATIENCE / 1000} s` : messageOf(error))
  } finally {
    socket.destroy()
  }
}
