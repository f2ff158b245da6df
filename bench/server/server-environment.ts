import { TRIAL_TAG } from '../processes/processes.ts'

/** Returns a production environment in UTC. Of the runner's variables, it has only those that locate programs and the home directory. */
export function serverEnvironment(host: string, port: number, tag: string): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, SystemRoot } = process.env
  const inherited = { PATH, HOME, TMPDIR, SystemRoot }
  return {
    ...inherited,
    HOST: host,
    PORT: String(port),
    TZ: 'UTC',
    NODE_ENV: 'production',
    [TRIAL_TAG]: tag,
  }
}
