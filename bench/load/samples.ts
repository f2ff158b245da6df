import type { ToolLoad } from './external.ts'

type Change = Partial<Pick<ToolLoad, 'threads' | 'seconds' | 'timeout' | 'port'>> & { connections?: number }

/** A load of one request. */
export function sampleLoad({ connections = 10, ...change }: Change = {}): ToolLoad {
  const headers = { 'content-type': 'application/json' }
  return {
    plan: { scenario: 'update-user', wire: 'plain', connections, seed: 1 },
    requests: [{ method: 'POST', path: '/updateUser', headers, body: '{"id":1}' }],
    directory: '/tmp/a',
    threads: 1,
    timeout: 5,
    port: 1234,
    seconds: 1,
    ...change,
  }
}
