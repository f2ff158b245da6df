import { messageOf } from '../../../shared/basics/errors.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import { buildServer } from '../../host/build.ts'
import type { Limits } from '../../host/server-process.ts'
import type { Server } from '../../host/servers.ts'
import { contractTerms, VerifiedServer } from '../verify.ts'
import { type FuzzPlan, type FuzzReport, fuzz } from './fuzz.ts'

export type FuzzedServer = FuzzReport | { broken: string }

/** Starts the server and sends it the plan's cases. The server has ended when this resolves. */
export async function fuzzServer(
  server: Server,
  scenario: Scenario,
  plan: FuzzPlan,
  limits?: Limits,
): Promise<FuzzedServer> {
  let subject: VerifiedServer | undefined
  try {
    await buildServer(server)
    subject = await VerifiedServer.start(server, limits)
    return await fuzz(subject.port, contractTerms(server, scenario, plan.seed), subject, plan)
  } catch (error) {
    return { broken: subject?.withOutput(messageOf(error)) ?? messageOf(error) }
  } finally {
    await subject?.stop()
  }
}
