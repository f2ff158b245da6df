/** Puts the cases of the four invariants to a live server and names what breaks an invariant. */

import { deviationText, type KnownDeviation } from '../../shared/results/disclosure.ts'
import { anyValid, invariants, right } from '../../shared/scenarios/invariants/invariant-case.ts'
import { invariantCasesOn } from '../../shared/scenarios/invariants/invariant-cases.ts'
import type { Invariant, InvariantCase } from '../../shared/scenarios/scenario.ts'
import { encodeCall, wires } from '../../shared/scenarios/wire.ts'
import type { ContractFailure, ContractTerms } from './exchange.ts'
import { type Breach, InvariantExchange } from './invariant-exchange.ts'

/** One broken invariant. */
export interface InvariantFailure extends ContractFailure {
  law: Invariant
}

export interface InvariantOptions {
  cases?: readonly InvariantCase[]
  /** Where it is left out, a case that ends the server is the last. */
  process?: Restartable
  /** Milliseconds until a missing response is a hang. */
  timeout?: number
}

/** A server's process, as far as the invariants have to do with it. */
export interface Restartable {
  /** Starts it anew and resolves to its port. */
  restart(): Promise<number>
  /** Adds what it said in the end to a reason. */
  withOutput(reason: string): string
}

/**
 * All cases of the invariants in turn, a valid call after each.
 * @returns what broke an invariant, and every known deviation that is none any more; empty where the invariants hold
 */
export async function checkInvariants(
  port: number,
  terms: ContractTerms,
  options: InvariantOptions = {},
): Promise<InvariantFailure[]> {
  const { cases = invariantCasesOn(terms.wire, terms.scenario, terms.random), process, timeout } = options
  const failures: InvariantFailure[] = []
  let exchange = new InvariantExchange(port, terms, timeout)
  for (const item of cases) {
    const deviation = terms.knownDeviations.find((known) => known.case === item.id)
    const breach = await breachOf(exchange, item, terms)
    const failure = deviation ? unlike(deviation, breach, item, terms) : breach && failureOf(item.id, breach)
    const hasEnded = breach !== null && (await isLost(exchange, breach, terms))
    if (failure) failures.push(hasEnded && process ? { ...failure, got: process.withOutput(failure.got) } : failure)
    if (!hasEnded) continue
    if (!process) return failures
    exchange = new InvariantExchange(await process.restart(), terms, timeout)
  }
  return failures
}

/** The cases but for those of which it is known that they end a server, or keep it from answering. */
export function harmlessInvariantCases(terms: ContractTerms): InvariantCase[] {
  const harmful = terms.knownDeviations.filter(({ does }) => does === 'crashes' || does === 'hangs')
  return invariantCasesOn(terms.wire, terms.scenario, terms.random).filter(
    ({ id }) => !harmful.some((deviation) => deviation.case === id),
  )
}

/** The first breach of a case; the valid call after it is a part of it. */
async function breachOf(
  exchange: InvariantExchange,
  item: InvariantCase,
  terms: ContractTerms,
): Promise<Breach | null> {
  const next = () => right(anyValid(terms.scenario, terms.random))
  return (await exchange.put(item, next())) ?? (await exchange.putAfter(next()))
}

/** Returns whether the server is gone or blocked after a breach. */
async function isLost(exchange: InvariantExchange, { does, answered }: Breach, terms: ContractTerms): Promise<boolean> {
  if (answered) return false
  return does === 'crashes' || (await exchange.putAfter(right(anyValid(terms.scenario, terms.random)))) !== null
}

/** A breach under the name of what showed it. */
export function failureOf(id: string, breach: Breach): InvariantFailure {
  const { law, does, status, expected, got, request, answered } = breach
  const cause = `${does} ${status}`
  return { case: id, law, rule: `invariant ${law}: ${invariants[law]}`, cause, expected, got, request, answered }
}

/** A failure where the server does something else than the known deviation says. */
function unlike(
  deviation: KnownDeviation,
  breach: Breach | null,
  item: InvariantCase,
  { scenario, wire, deviationsMayBeAbsent }: ContractTerms,
): InvariantFailure | undefined {
  if (breach ? isThat(deviation, breach) : deviationsMayBeAbsent) return undefined
  const [send] = item.sends
  const request = encodeCall(wires[wire], scenario.route, send?.call ?? { id: item.id, json: '' })
  return {
    case: item.id,
    law: breach?.law ?? item.law,
    rule: 'a known deviation is still as the manifest says',
    cause: item.id,
    expected: `${deviationText(deviation)}, the known deviation in the manifest`,
    got: breach?.got ?? 'no breach: take the deviation out of the manifest',
    request,
    answered: breach?.answered ?? true,
  }
}

/**
 * The known deviation that a breach is, where something of its case is in one of these. Of what a server converts to a value
 * of the model the manifest has examples only.
 */
export function isKnown(
  { knownDeviations }: Pick<ContractTerms, 'knownDeviations'>,
  cases: readonly string[],
  breach: Breach,
): KnownDeviation | undefined {
  return knownDeviations.find(
    (deviation) => (deviation.does === 'accepts' || cases.includes(deviation.case)) && isThat(deviation, breach),
  )
}

function isThat({ status, does }: KnownDeviation, breach: Breach): boolean {
  return status === undefined ? breach.does === does : breach.status === status
}
