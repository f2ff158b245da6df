/** Observes what a server does with a key that its model does not have. */
import type { KeyOutcome, StrictServer } from '../../../charts/instruments/strict-keys/format.ts'
import type { ObservedCase, Scenario } from '../../../shared/contract/scenario.ts'
import { keyOutcome } from '../../../shared/results/observed.ts'
import { updateAccount } from '../../../shared/scenarios/update-account.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { canCarry, type WireName } from '../../../shared/wires/wires.ts'
import { discoverServers, type Server } from '../../folders/servers.ts'
import { withServer } from '../../server/with-server.ts'
import { type ContractTerms, Exchanger } from '../../verify/exchange.ts'
import { HttpClient } from '../../verify/http.ts'
import { contractTerms } from '../../verify/verify.ts'

/** Observes a key at the top of `update-user`, and one in a nested object of `update-account`. */
export async function unknownKeysOf(
  server: Server,
  seed: number,
): Promise<StrictServer['unknownKeys']> {
  const [top = null] = await outcomesOf(server, updateUser, ['unknown key'], seed)
  const [nested = null] = await outcomesOf(
    server,
    updateAccount,
    ['unknown key profile.extra'],
    seed,
  )
  return { top, nested }
}

/**
 * Observes keys that every object inherits, which a check may overlook.
 * @param entry of the server with the option
 * @throws unless it rejects another unknown key
 */
export async function inheritedKeysOf(
  server: Server,
  entry: string,
  seed: number,
): Promise<InheritedKeys> {
  const ids = ['unknown key', '__proto__ key', 'constructor key']
  const [unknown, protoKey = null, constructorKey = null] = await outcomesOf(
    server,
    updateUser,
    ids,
    seed,
    entry,
  )
  if (unknown !== 'rejected')
    throw new Error(`without unknown keys: unknown key: expected 4xx, was ${unknown}`)
  return { protoKey, constructorKey }
}

type InheritedKeys = NonNullable<StrictServer['inheritedKeys']>

/** The wire on which a server's clients can send keys that its model does not have: a protobuf message has none. */
export function wireOfKeys({ manifest: { wire } }: Server): WireName {
  return wire === 'connect' ? 'connect-json' : wire
}

/**
 * Returns null for a key that the server's wire does not carry, and nothing where the server has no such scenario.
 * @throws where the server does not respond, or fails by its own fault
 */
async function outcomesOf(
  folder: Server,
  scenario: Scenario,
  ids: readonly string[],
  seed: number,
  entry?: string,
): Promise<(KeyOutcome | null)[]> {
  const [server] = discoverServers([folder], scenario.name).installed
  if (!server) return []
  const terms = { ...contractTerms(server, scenario, seed), wire: wireOfKeys(server) }
  const { observed } = scenario.contract(terms.random)
  return withServer(
    { runtime: server.runtime, entry: entry ?? server.entry },
    {},
    async ({ port }) => {
      const outcomes: (KeyOutcome | null)[] = []
      for (const id of ids) {
        const item = observed.find((each) => each.id === id)
        if (!item) throw new Error(`${scenario.name} has no case "${id}"`)
        outcomes.push(
          canCarry(terms.wire, scenario.route, item) ? await outcomeOf(port, terms, item) : null,
        )
      }
      return outcomes
    },
  )
}

async function outcomeOf(
  port: number,
  terms: ContractTerms,
  item: ObservedCase,
): Promise<KeyOutcome> {
  // A connection each: some responses close it.
  using client = new HttpClient(port)
  const seen = await new Exchanger(client, terms).observe(item)
  if (seen.status !== null && seen.status < 500) return keyOutcome(seen)
  throw new Error(`${item.id}: expected 2xx or 4xx, got ${seen.status ?? 'no response'}`)
}
