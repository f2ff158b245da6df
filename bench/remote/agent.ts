/**
 * Makes the load of a run on another machine: started here over SSH, told what to do on its standard input. When that ends,
 * or nothing is heard any more, it ends all that it has started, and itself.
 */
import { messageOf } from '../../shared/basics/errors.ts'
import { detectPinning, pinSelf } from '../host/cpus.ts'
import { describeEnvironment } from '../host/environment.ts'
import { lockMachine, unlockMachine } from '../host/lock.ts'
import { NoiseMeter } from '../host/noise.ts'
import { killTracked } from '../host/processes.ts'
import { builtin } from '../load/builtin/builtin.ts'
import type { LoadSession } from '../load/generator.ts'
import type { Agent, CallMessage, FromAgent } from './agent-protocol.ts'
import { Channel } from './channel.ts'
import { measureRoundTrip } from './round-trip.ts'
import { ownSuite } from './suite.ts'

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
process.on('exit', () => {
  killTracked()
  unlockMachine()
})

const channel = new Channel(process.stdin, process.stdout, {
  message: (message) => void answer(message as CallMessage),
  gone(reason) {
    console.error(`the runner is gone: ${reason}`)
    process.exit(1)
  },
})
const tell = (message: FromAgent) => channel.send(message)

/** CPUs of the load generator. */
let cpus: number[] | null = null
const sessions: LoadSession[] = []

function sessionOf(number: number): LoadSession {
  const session = sessions[number]
  if (!session) throw new Error(`there is no load generator ${number}`)
  return session
}

const agent: Agent = {
  async introduce() {
    // ssh(1): the client's address comes first.
    return { suite: ownSuite(), caller: process.env.SSH_CONNECTION?.split(' ')[0] || null }
  },
  async sign() {},
  async reserve(workers) {
    await lockMachine(console.error)
    const pinning = detectPinning(workers)
    cpus = pinning.generator
    // This process is on the CPUs that have no part in the load.
    pinSelf(pinning.server)
    return describeEnvironment(pinning, [], builtin.version())
  },
  measureRoundTrip,
  async prepare(plan) {
    return sessions.push(await builtin.prepare(plan, cpus)) - 1
  },
  async load(session, port, seconds) {
    const meter = new NoiseMeter(cpus ?? [])
    const watch = {
      started() {
        meter.begin()
        tell({ news: 'started', session })
      },
      ended() {
        meter.end()
        tell({ news: 'ended', session })
      },
    }
    const report = await sessionOf(session).load(port, seconds, watch)
    return { ...report, noise: meter.noise(report.cpuSeconds) }
  },
  async release(session, port) {
    await sessionOf(session).release?.(port)
  },
  close: (session) => sessionOf(session).close(),
}

async function answer({ call, name, args }: CallMessage): Promise<void> {
  try {
    const asked = agent[name] as (...args: unknown[]) => Promise<unknown>
    // What was left out is null in JSON.
    tell({ answer: call, value: (await asked(...args.map((value) => value ?? undefined))) ?? null })
  } catch (error) {
    tell({ answer: call, failure: messageOf(error) })
  }
}
