/** Checks a live server against the cases of the four invariants. */

import type { Invariant, InvariantCase } from '../../shared/contract/scenario.ts'
import { deviationText, type KnownDeviation } from '../../shared/format/disclosure.ts'
import { invariants } from '../../shared/invariants/invariant-case.ts'
import { invariantCasesOn } from '../../shared/invariants/invariant-cases.ts'
import { encodeCall, wires } from '../../shared/wires/wires.ts'
import type { ContractFailure, ContractTerms, ExpectedDeviation } from './exchange.ts'
import { type Breach, InvariantExchange } from './invariant-exchange.ts'

export interface InvariantFailure extends ContractFailure {
  invariant: Invariant
}

export interface InvariantOptions {
  cases?: readonly InvariantCase[]
  /** If omitted, checking stops at a case that ends the server. */
  process?: Restartable
  /** Milliseconds until a missing response is a hang. */
  timeout?: number
}

/** The server's process. */
export interface Restartable {
  /** Restarts it; resolves to its port. */
  restart(): Promise<number>
  /** Appends its last output to a reason. */
  withOutput(reason: string): string
}

/**
 * Checks all cases of the invariants, with a valid call after each.
 * @returns violations, and known deviations that no longer occur
 */
export async function checkInvariants(
  port: number,
  terms: ContractTerms,
  options: InvariantOptions = {},
): Promise<InvariantFailure[]> {
  const {
    cases = invariantCasesOn(terms.wire, terms.scenario, terms.random),
    process,
    timeout,
  } = options
  const failures: InvariantFailure[] = []
  let exchange = new InvariantExchange(port, terms, timeout)
  for (const item of cases) {
    const deviation = terms.knownDeviations.find((known) => known.case === item.id)
    const breach = await exchange.check(item)
    const failure = deviation
      ? deviationMismatch(deviation, breach, item, terms)
      : breach && !isKnown(terms, [], breach) && failureOf(item.id, breach)
    // The server has ended, or hangs.
    const isLost =
      breach?.responded === false &&
      (breach.does === 'crashes' || (await exchange.checkValid()) !== null)
    if (failure)
      failures.push(
        isLost && process ? { ...failure, got: process.withOutput(failure.got) } : failure,
      )
    if (!isLost) continue
    if (!process) return failures
    exchange = new InvariantExchange(await process.restart(), terms, timeout)
  }
  return failures
}

/** Returns the cases without those that are known to end or block the server. */
export function harmlessInvariantCases(terms: ContractTerms): InvariantCase[] {
  const harmful = terms.knownDeviations.filter(({ does }) => does === 'crashes' || does === 'hangs')
  return invariantCasesOn(terms.wire, terms.scenario, terms.random).filter(
    ({ id }) => !harmful.some((deviation) => deviation.case === id),
  )
}

/** Names a breach by its case. */
export function failureOf(id: string, breach: Breach): InvariantFailure {
  const { does, status, ...described } = breach
  const { invariant } = breach
  const rule = `invariant ${invariant}: ${invariants[invariant]}`
  return { ...described, case: id, rule, cause: `${does} ${status}` }
}

/** Returns a failure if the server does anything else than its known deviation. */
function deviationMismatch(
  deviation: ExpectedDeviation,
  breach: Breach | null,
  item: InvariantCase,
  { scenario, wire }: ContractTerms,
): InvariantFailure | undefined {
  if (breach ? matchesDeviation(deviation, breach) : deviation.mayBeAbsent) return undefined
  const [send] = item.sends
  const request = encodeCall(wires[wire], scenario.route, send?.call ?? { id: item.id, json: '' })
  return {
    case: item.id,
    invariant: breach?.invariant ?? item.invariant,
    rule: 'the server still deviates as the manifest says',
    cause: item.id,
    expected: `${deviationText(deviation)}, the known deviation in the manifest`,
    got: breach?.got ?? 'no breach: remove the deviation from the manifest',
    request,
    responded: breach?.responded ?? true,
  }
}

/**
 * Returns the known deviation that explains a breach in one of these cases. The manifest lists only examples of values that
 * a server converts, so `accepts` applies to all cases.
 */
export function isKnown(
  { knownDeviations }: Pick<ContractTerms, 'knownDeviations'>,
  cases: readonly string[],
  breach: Breach,
): KnownDeviation | undefined {
  return knownDeviations.find(
    (deviation) =>
      (deviation.does === 'accepts' || cases.includes(deviation.case)) &&
      (matchesDeviation(deviation, breach) || isOfParser(deviation, breach)),
  )
}

/** Whether a parser rejected a request, after which it cannot find the next one on that connection. */
function isOfParser({ status }: KnownDeviation, { does }: Breach): boolean {
  return status === 400 && does === 'closes'
}

function matchesDeviation({ status, does }: KnownDeviation, breach: Breach): boolean {
  return status === undefined ? breach.does === does : breach.status === status
}
