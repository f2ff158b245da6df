import { test } from 'node:test'
import { Result } from '../../shared/format/format.ts'
import { inventedResult, markedServers, threeServers } from './run-fixture.ts'

test('the invented results are such as the suite writes', () => {
  for (const servers of [threeServers, markedServers])
    Result.parse(inventedResult(servers).runs[0]?.file)
})
