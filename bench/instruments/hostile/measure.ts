/** Searches the cases of a server, and measures them in a fresh process. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type HostileCase, SIZES } from '../../../charts/instruments/hostile/format.ts'
import { messageOf } from '../../../shared/basics/errors.ts'
import { createRandom } from '../../../shared/basics/random.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import { canCarry, contentOf, encodeCall, wires } from '../../../shared/scenarios/wire.ts'
import { HOST, type Launch } from '../../host/server-process.ts'
import type { Server } from '../../host/servers.ts'
import { withServer } from '../../host/with-server.ts'
import { familiesOf } from './inputs.ts'
import { type Exchange, measureInput, type Send, worstOf } from './search.ts'

/** Milliseconds, also on a busy machine: for a response, and to start. */
const PATIENCE = 240_000
const LIMITS = { startTimeout: PATIENCE, stopTimeout: 2_000 }

/** A server, with the arguments of its program. */
export type Subject = Server & Pick<Launch, 'args'>

type Start = { scenario: Scenario; subject: Subject; cpus: number[] | null; seed: number }
type Found = Omit<HostileCase, 'sizes'>

/** @throws with the family for which there is no response */
export function searchCases(start: Start): Promise<Found[]> {
  return whileItRuns(start, async (send, valid) => {
    const cases: Found[] = []
    for (const family of familiesOf(valid)) {
      const inputs = await inFamily(family.name, worstOf(send, family, createRandom(start.seed)))
      cases.push(...inputs.map((input) => ({ family: family.name, input })))
    }
    return cases
  })
}

/** Returns the exchanges of each case, by size. @throws with the family for which there is no response */
export function measureCases(start: Start, cases: readonly Found[]): Promise<Exchange[][]> {
  return whileItRuns(start, async (send, valid) => {
    const accepted: number[] = []
    for (const size of SIZES) {
      const reply = await send(valid.padEnd(size)).catch(() => null)
      if (reply?.status === 200) accepted.push(size)
    }
    const measured: Exchange[][] = []
    for (const { family, input } of cases) measured.push(await inFamily(family, measureInput(send, input, accepted)))
    return measured
  })
}

function inFamily<T>(family: string, work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    throw new Error(`${family}: no response: ${messageOf(error.cause ?? error)}`)
  })
}

function whileItRuns<T>(
  { scenario, subject, cpus, seed }: Start,
  work: (send: Send, valid: string) => Promise<T>,
): Promise<T> {
  const { wire } = subject.manifest
  return withServer(subject, { cpus, limits: LIMITS }, ({ pid, port }) => {
    const cpuMilliseconds = () => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    const send: Send = async (json) => {
      const call = { id: '', json }
      if (!canCarry(wire, scenario.route, call)) return null
      const { method, path, headers, ...content } = encodeCall(wires[wire], scenario.route, call)
      const body = Buffer.from(contentOf(content))
      const before = cpuMilliseconds()
      const response = await fetch(`http://${HOST}:${port}${path}`, {
        ...{ method, body, signal: AbortSignal.timeout(PATIENCE) },
        headers: { ...headers, 'accept-encoding': 'identity' },
      })
      const { byteLength: received } = await response.arrayBuffer()
      // The kernel's clock is exact once the thread rests.
      await sleep(1)
      return { bytes: body.length, received, status: response.status, milliseconds: cpuMilliseconds() - before }
    }
    return work(send, scenario.validCase(createRandom(seed), 1e15).json)
  })
}

/** Joins the processes: of each size that all have, one time per process. */
export function joined(found: readonly Found[], processes: readonly Exchange[][][]): HostileCase[] {
  return found.map((each, i) => {
    const own = processes.map((cases) => cases[i] ?? [])
    const sizes = (own[0] ?? []).slice(0, Math.min(...own.map(({ length }) => length)))
    const times = (at: number) => own.flatMap((sizes) => sizes[at]?.milliseconds ?? [])
    return { ...each, sizes: sizes.map((size, at) => ({ ...size, milliseconds: times(at) })) }
  })
}
