/** Clients of an overload: each closes its connection when a response takes too long. */
import type { LoadWatch } from '../generator.ts'
import type { Overload, OverloadReport } from '../open.ts'
import { drawArrivals } from './arrivals.ts'
import { Calls } from './calls.ts'
import type { Connection, LoadState } from './connection.ts'
import { Tally } from './tally.ts'

/** Share of the capacity before and after the multiple. */
const HALF = 0.5
/** Milliseconds between the notice to the watcher, which shares the generator's CPU, and the first request. */
const NOTICE = 100
/** Too Many Requests (RFC 6585, section 4) and Service Unavailable (RFC 9110, section 15.6.4). */
const REJECTIONS = [429, 503]

/** Keeps the last response; the loop decides what it counts as. */
class OverloadTally extends Tally {
  lastLatency = 0
  wasRejected = false

  override recordLatency(milliseconds: number): void {
    this.lastLatency = milliseconds
  }

  override isRejection(status: number): boolean {
    this.wasRejected = REJECTIONS.includes(status)
    return this.wasRejected
  }
}

export function overloadOver(all: readonly Connection[], load: Overload, watch: LoadWatch): Promise<OverloadReport> {
  const connections = all.slice(0, load.connections)
  const { arrivals, from, to, end } = drawPhases(load)
  const tally = new OverloadTally()
  const start = performance.now() + NOTICE
  const state: LoadState = {
    ...{ tally, isSending: false, hasRead: false },
    firstResponse() {},
    drained(connection) {
      if (!connection.isOpen) calls.settle(connection, 'failed')
      else calls.settle(connection, tally.wasRejected ? 'rejected' : 'good', tally.lastLatency)
    },
  }
  const send = (connection: Connection, request: number) => connection.send(start + (arrivals[request] as number))
  const calls = new Calls(arrivals, load.patience, connections, {
    call(connection, request) {
      if (connection.isOpen) return send(connection, request)
      void connection.open().then((isOpen) => {
        if (!calls.isOn(connection, request)) return
        if (!isOpen) return calls.settle(connection, 'failed')
        connection.join(state)
        send(connection, request)
      })
    },
    hangUp: (connection) => connection.close(),
  })
  const finish = () => {
    for (const connection of connections) {
      connection.close()
      connection.end()
    }
    Object.assign(tally, { errors: 0, late: 0, sent: tally.responses })
    tally.closeWindow()
    watch.ended?.()
    return { load: tally.report(true), ...calls.outcome(from, to, end) }
  }
  tally.openWindow()
  watch.started?.()
  return new Promise((resolve, reject) => {
    const turn = () => {
      try {
        calls.turn(performance.now() - start)
        if (calls.isDone) resolve(finish())
        else setImmediate(turn)
      } catch (error) {
        reject(error)
      }
    }
    setImmediate(turn)
  })
}

/** Draws the arrivals of the three phases, in ms. */
function drawPhases({ capacity, multiple, seed, beforeSeconds, seconds, afterSeconds }: Overload) {
  const from = 1000 * beforeSeconds
  const to = from + 1000 * seconds
  const draw = (share: number, seconds: number, begin: number) =>
    Array.from(drawArrivals(share * capacity, seconds, seed + begin), (at) => begin + at)
  const arrivals = [...draw(HALF, beforeSeconds, 0), ...draw(multiple, seconds, from), ...draw(HALF, afterSeconds, to)]
  return { arrivals, from, to, end: to + 1000 * afterSeconds }
}
