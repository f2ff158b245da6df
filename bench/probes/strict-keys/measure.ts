/** Observes what a server does with a key that its model does not have. */
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

type KeyOutcome = ReturnType<typeof keyOutcome>

/** Returns what becomes of an unknown key in `update-user`, and in a nested object of `update-account`; null if unknown. */
export async function unknownKeysOf(server: Server, seed: number) {
  const [top = null] = await outcomesOf(server, updateUser, ['unknown key'], seed)
  const [account] = discoverServers([server], updateAccount.name).installed
  const [nested = null] = account
    ? await outcomesOf(account, updateAccount, ['unknown key profile.extra'], seed)
    : []
  return { top, nested }
}

/**
 * Observes keys that every object inherits, which a check may overlook.
 * @param strict the server with the option
 * @throws unless it rejects another unknown key
 */
export async function inheritedKeysOf(strict: Server, seed: number) {
  const ids = ['unknown key', '__proto__ key', 'constructor key']
  const [unknown, protoKey = null, constructorKey = null] = await outcomesOf(
    strict,
    updateUser,
    ids,
    seed,
  )
  if (unknown !== 'rejected') throw new Error(`unknown key: expected 4xx, was ${unknown}`)
  return { protoKey, constructorKey }
}

/** The wire on which a server's clients can send keys that its model does not have: a protobuf message has none. */
export function wireOfKeys({ manifest: { wire } }: Server): WireName {
  return wire === 'connect' ? 'connect-json' : wire
}

/**
 * Returns null for a key that the server's wire does not carry.
 * @throws where the server does not respond, or fails by its own fault
 */
function outcomesOf(
  server: Server,
  scenario: Scenario,
  ids: readonly string[],
  seed: number,
): Promise<(KeyOutcome | null)[]> {
  const terms = { ...contractTerms(server, scenario, seed), wire: wireOfKeys(server) }
  const { observed } = scenario.contract(terms.random)
  return withServer(server, {}, async ({ port }) => {
    const outcomes: (KeyOutcome | null)[] = []
    for (const id of ids) {
      const item = observed.find((each) => each.id === id)
      if (!item) throw new Error(`${scenario.name} has no case "${id}"`)
      outcomes.push(
        canCarry(terms.wire, scenario.route, item) ? await outcomeOf(port, terms, item) : null,
      )
    }
    return outcomes
  })
}

async function outcomeOf(
  port: number,
  terms: ContractTerms,
  item: ObservedCase,
): Promise<KeyOutcome> {
  // A connection each: some responses close it.
  using client = new HttpClient(port)
  const { behaviour: seen } = await new Exchanger(client, terms).observe(item)
  if (seen.status !== null && seen.status < 500) return keyOutcome(seen)
  throw new Error(`${item.id}: expected 2xx or 4xx, got ${seen.status ?? 'no response'}`)
}
