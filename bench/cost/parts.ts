/** What the cost ladder measures: rungs, each a program of its own, and whole servers to hold them against. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { COST_STEPS, FIRST_OWN_RUNG } from '../../shared/result/cost.ts'
import type { Launch } from '../contenders/server-process.ts'
import type { Server } from '../contenders/servers.ts'
import type { LoadPlan } from '../load/generator.ts'
import type { Runtime } from '../machine/runtimes.ts'
import { ANSWER } from './answer.ts'
import type { Library } from './libraries.ts'

const PROGRAM = join(import.meta.dirname, 'rung-server.ts')
const HELD_TICK = join(import.meta.dirname, 'held-tick.mjs')

/** What a load must know of who answers it. */
export type Answers = Pick<LoadPlan, 'answer' | 'invalid' | 'wire'>

/** Whom a cost is of. */
export interface Owner {
  readonly name: string
  /** Why it is not measured, in one line; null where all is well. */
  readonly flaw: string | null
}

/** One program that is measured, in as many processes as everything else. */
export interface Part extends Launch {
  /** To show. */
  title: string
  /** The library or server whose cost it is part of; null where it is part of every library's. */
  owner: Owner | null
  /** Its rung; the whole server has none. */
  rung: number | null
  /** Whether it is measured over again for its owner, to stand beside the owner's parts. */
  isAnchor: boolean
  answers: Answers
}

/** The rungs that all libraries share. */
export function commonParts(runtime: Runtime): Part[] {
  return Array.from({ length: FIRST_OWN_RUNG }, (_, rung) => rungPart(runtime, rung, null))
}

/** The rungs of a library, and its server where that does the same. */
export function libraryParts(library: Library): Part[] {
  const own = COST_STEPS.map((_, rung) => rung).slice(FIRST_OWN_RUNG)
  const rungs = own.map((rung) => rungPart(library.server.runtime, rung, library))
  return library.isServers ? [...rungs, serverPart(library.server, library)] : rungs
}

/** The rung below the library's own, to stand beside them. */
export function anchorPart(library: Library): Part {
  return { ...rungPart(library.server.runtime, FIRST_OWN_RUNG - 1, null), owner: library, isAnchor: true }
}

/**
 * The rung below the library's own in a program that has loaded the library: compilers make other code of HTTP then, which is
 * not what validation costs.
 */
export function loadedPart(library: Library): Part {
  const title = `${library.name} loaded: + ${COST_STEPS[FIRST_OWN_RUNG - 1]}`
  return { ...rungPart(library.server.runtime, FIRST_OWN_RUNG - 1, library), title }
}

/** The same runtime with a tick held, so that ticks cost the same in every part; only Node has what that prevents. */
export function withHeldTick(runtime: Runtime): Runtime {
  if (runtime.name !== 'node') return runtime
  return { ...runtime, args: [...runtime.args, '--import', pathToFileURL(HELD_TICK).href] }
}

function rungPart(anyRuntime: Runtime, rung: number, library: Library | null): Part {
  const runtime = withHeldTick(anyRuntime)
  const title = `${library ? `${library.name}: ` : ''}+ ${COST_STEPS[rung]}`
  const args = [String(rung), ...(library ? [library.entry] : [])]
  return { title, owner: library, rung, isAnchor: false, runtime, entry: PROGRAM, args, answers: answersOf(rung) }
}

function answersOf(rung: number): Answers {
  if (rung === COST_STEPS.length - 1) return { wire: 'plain' }
  return { wire: 'plain', answer: ANSWER, invalid: rung < FIRST_OWN_RUNG ? 'answered' : 'refused' }
}

function serverPart({ name, runtime, entry, manifest }: Server, library: Library): Part {
  const title = `${library.name}: server ${name}`
  const answers = { wire: manifest.wire }
  return { title, owner: library, rung: null, isAnchor: false, runtime: withHeldTick(runtime), entry, answers }
}
