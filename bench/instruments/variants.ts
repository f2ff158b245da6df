/** An instrument of servers that are measured beside variants of themselves in `update-user`. */

import type { Instrument } from '../../charts/instruments/instrument.ts'
import { plural } from '../../shared/basics/text.ts'
import type { InstrumentFile } from '../../shared/format/instrument-files.ts'
import type { Row } from '../../shared/probes/column.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { sixDigits } from '../../shared/stats/statistics.ts'
import type { AddCommand, Settings, Values } from '../cli/command.ts'
import { fixedSeed, out, processes, quick } from '../cli/options.ts'
import { serverOptions } from '../cli/server-options.ts'
import { inLanes } from '../counters/lanes.ts'
import { Attempts } from '../folders/identity.ts'
import { type MissingServer, SERVERS_DIR, type Server } from '../folders/servers.ts'
import { detectPinning, type Pinning } from '../machine/cpus.ts'
import { instrumentCommand } from '../measure/command.ts'
import { runtimesOf } from '../run/run-record.ts'
import { say } from '../terminal/output.ts'
import {
  checkVariants,
  findVariants,
  type VariantKind,
  type VariedServer,
} from '../variants/variants.ts'

/** Servers that are checked at a time, which no load disturbs. */
export const CHECKED = [null, null]

const optionsOf = (name: string) => ({
  servers: serverOptions.servers,
  processes: processes(5, 1),
  seed: fixedSeed,
  quick,
  out: out(name),
  serversDir: serverOptions.serversDir,
})

type VariantValues<S> = Values<S> & Values<ReturnType<typeof optionsOf>>

/** Servers and their variants, which keep their part of the contract unless they are disqualified. */
export interface Found {
  found: readonly VariedServer[]
  notInstalled: readonly MissingServer[]
  attempts: Attempts<Server>
  pinning: Pinning
}

interface OfVariants<F extends InstrumentFile, R extends Row, S extends Settings> {
  shows: Instrument<F, R>
  description: string
  options: S
  kind: VariantKind
  /** The opening line, before the processes and the servers. */
  opening: string
  /** Measures all that was found, and returns what the file holds beyond what all such files do. */
  measure(
    found: Found,
    values: VariantValues<S>,
  ): Promise<Partial<F> & { servers: readonly { refusal: string | null }[] }>
}

export function variantsCommand<F extends InstrumentFile, R extends Row, const S extends Settings>({
  shows,
  description,
  options,
  kind,
  opening,
  measure,
}: OfVariants<F, R, S>): AddCommand {
  return instrumentCommand({
    ...{ shows, description, timed: false },
    options: { ...options, ...optionsOf(shows.name) },
    plan(given) {
      const values = given as unknown as VariantValues<S>
      const { servers: asked, processes, seed } = values
      const pinning = detectPinning()
      const { found, notInstalled } = findVariants(kind, [SERVERS_DIR, ...values.serversDir], asked)
      const servers = found.map(({ server }) => server)
      const each = plural(processes, 'process', 'processes')
      return {
        lines: [`${opening}, ${each} each: ${servers.map(({ name }) => name).join(', ')}`],
        ...{ notInstalled, pinning, runtimes: runtimesOf(servers), tool: 'none' },
        async measure() {
          const attempts = new Attempts<Server>(({ name }, reason) =>
            say(`${name}: disqualified: ${reason}`),
          )
          await inLanes(CHECKED, found, (each) =>
            attempts.attempt(each.server, () => checkVariants(kind, each, seed)),
          )
          const measured = await measure({ found, notInstalled, attempts, pinning }, values)
          const head = { scenario: updateUser.name, processes, seed }
          return { ...head, ...measured, servers: sixDigits(measured.servers) } as unknown as F
        },
      }
    },
  })
}
