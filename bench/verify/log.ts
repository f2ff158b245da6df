/** Measures how much a server logs, in bytes written to stdout and stderr per request. */
import type { InvalidCase } from '../../shared/scenarios/scenario.ts'
import type { ServerOutput } from '../host/server-output.ts'
import { invalidCases } from './contract.ts'
import { type ContractTerms, Exchanger, randomCase } from './exchange.ts'
import { HttpClient } from './http.ts'

/** Unit: bytes per request. */
export interface LoggedBytes {
  valid: number
  /** Per rejected request; null if the scenario has none. */
  rejected: number | null
}

/** Number of requests of each kind. */
const REQUESTS = 20

/** Sends valid and then invalid requests, and counts the server's output. */
export async function measureLog(
  port: number,
  terms: ContractTerms,
  output: Pick<ServerOutput, 'bytes'>,
): Promise<LoggedBytes> {
  const client = new HttpClient(port)
  const exchange = new Exchanger(client, terms)
  const perRequest = async (send: (at: number) => Promise<unknown>) => {
    const before = output.bytes
    for (let at = 0; at < REQUESTS; at++) await send(at)
    return (output.bytes - before) / REQUESTS
  }
  const invalid = invalidCases(terms).filter(({ before }) => !before)
  try {
    const valid = await perRequest(() => exchange.valid(randomCase(terms)))
    if (invalid.length === 0) return { valid, rejected: null }
    return { valid, rejected: await perRequest((at) => exchange.invalid(invalid[at % invalid.length] as InvalidCase)) }
  } finally {
    client.close()
  }
}
