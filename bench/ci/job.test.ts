import assert from 'node:assert/strict'
import { test } from 'node:test'
import { untrustedEnvironment } from './job.ts'

test('code of a pull request gets neither the job’s files nor its tokens', () => {
  const kept = { CI: 'true', HOME: '/home', PATH: '/bin', npm_config_cache: '/cache' }
  const own = [
    ...['SUITE', 'BENCH_OUT', 'GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY', 'GITHUB_ENV', 'GITHUB_PATH'],
    ...['GITHUB_TOKEN', 'ACTIONS_RUNTIME_TOKEN', 'ACTIONS_ID_TOKEN_REQUEST_URL', 'RUNNER_TEMP'],
    ...['NODE_AUTH_TOKEN', 'npm_config__authToken', 'AWS_SECRET_ACCESS_KEY', 'SSH_AUTH_SOCK'],
  ]
  const given = Object.fromEntries(own.map((name) => [name, 'own']))
  assert.deepEqual(untrustedEnvironment({ ...given, ...kept }), kept)
})
