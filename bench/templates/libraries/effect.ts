import {
  each,
  fields,
  groupOf,
  importGroups,
  modules,
  namesOf,
  procedures,
  userType,
} from '../template.ts'

const schema = (i: number, date: string) =>
  `Schema.Struct(${fields(i, 'Schema.Finite', 'Schema.String', date)})`

/** As the documentation of \`effect/http-api\` shows it: an API of groups, each with its own handlers. */
export default procedures({
  displayName: 'Effect HttpApi',
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

const groups = Layer.mergeAll(${namesOf(groups)})

const ApiLive = HttpApiBuilder.layer(Api).pipe(Layer.provide(groups))

HttpRouter.serve(ApiLive).pipe(
  Layer.provide(NodeHttpServer.layer(createServer, { port: 3000 })),
  Layer.launch,
  NodeRuntime.runMain,
)
`,
  }),
  client: `import { Effect } from 'effect'
import { FetchHttpClient } from 'effect/http'
import { HttpApiClient } from 'effect/http-api'
import { Api } from './api.ts'

export const client = HttpApiClient.make(Api, { baseUrl: 'http://localhost:3000' }).pipe(
  Effect.provide(FetchHttpClient.layer),
)
`,
  head: `import { Effect } from 'effect'\nimport { client } from './client.ts'`,
  call: (i, input) =>
    `Effect.runPromise(Effect.flatMap(client, ({ ${groupOf(i)} }) => ${groupOf(i)}.update${i}({ payload: ${input} })))`,
  returned: (i) => userType(i, 'Date'),
})
