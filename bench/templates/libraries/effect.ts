import {
  calls,
  checkedCall,
  each,
  fields,
  groupOf,
  importGroups,
  modules,
  type Template,
  userType,
} from '../template.ts'

const HEAD = `import { Effect } from 'effect'\nimport { client } from './client.ts'`
const call = (i: number, input: string) =>
  `Effect.runPromise(Effect.flatMap(client, ({ ${groupOf(i)} }) => ${groupOf(i)}.update${i}({ payload: ${input} })))`

const schema = (i: number, date: string) => `Schema.Struct(${fields(i, 'Schema.Finite', 'Schema.String', date)})`

/** As the documentation of \`effect/http-api\` shows it: an API of groups, each with its own handlers. */
const template: Template = {
  displayName: 'Effect HttpApi',
  kind: 'procedures',
  server: (groups) => ({
    ...modules(
      groups,
      ({ name, numbers }) => `import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'

export const ${name} = HttpApiGroup.make('${name}').add(
${each(
  numbers,
  (i) =>
    `  HttpApiEndpoint.post('update${i}', '/update${i}', { payload: ${schema(i, 'Schema.String')}, success: ${schema(i, 'Schema.DateFromString')} }),`,
)}
)`,
      'api-of-',
    ),
    'api.ts': `import { HttpApi } from 'effect/http-api'
${importGroups(groups, (name) => `api-of-${name}`)}

export const Api = HttpApi.make('api')
${each(groups, ({ name }) => `  .add(${name})`)}
`,
    ...modules(
      groups,
      ({ name, numbers }) => `import { Effect } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { Api } from './api.ts'

export const ${name} = HttpApiBuilder.group(Api, '${name}', (handlers) =>
  handlers
${each(
  numbers,
  (i) =>
    `    .handle('update${i}', ({ payload }) => Effect.succeed({ ...payload, lastUpdate: new Date(payload.lastUpdate) }))`,
)},
)`,
    ),
    'server.ts': `import { createServer } from 'node:http'
import { NodeHttpServer, NodeRuntime } from '@effect/platform-node'
import { Layer } from 'effect'
import { HttpRouter } from 'effect/http'
import { HttpApiBuilder } from 'effect/http-api'
import { Api } from './api.ts'
${importGroups(groups)}

const groups = Layer.mergeAll(${groups.map(({ name }) => name).join(', ')})

const ApiLive = HttpApiBuilder.layer(Api).pipe(Layer.provide(groups))

HttpRouter.serve(ApiLive).pipe(
  Layer.provide(NodeHttpServer.layer(createServer, { port: 3000 })),
  Layer.launch,
  NodeRuntime.runMain,
)
`,
  }),
  client: (groups) => ({
    'client.ts': `import { Effect } from 'effect'
import { FetchHttpClient } from 'effect/http'
import { HttpApiClient } from 'effect/http-api'
import { Api } from './api.ts'

export const client = HttpApiClient.make(Api, { baseUrl: 'http://localhost:3000' }).pipe(
  Effect.provide(FetchHttpClient.layer),
)
`,
    ...calls(groups, HEAD, call),
  }),
  check: (i) => checkedCall(i, HEAD, call, userType(i, 'Date')),
}

export default template
