/** Templates of Hono with its typed client `hc`, and sub-applications put together by `route`. */
import {
  each,
  type Group,
  groupOf,
  importGroups,
  modules,
  type Procedures,
  procedures,
  userType,
} from './template.ts'

/** The client's type, named where the server is compiled: https://hono.dev/docs/guides/rpc#compile-your-code-before-using-it-recommended */
const PRECOMPILED = `import { hc } from 'hono/client'
import type { AppType } from './server.ts'

export type Client = ReturnType<typeof hc<AppType>>

export const hcWithType = (...args: Parameters<typeof hc>): Client => hc<AppType>(...args)
`

interface App extends Pick<Procedures, 'displayName' | 'typeOf' | 'precompiled'> {
  /** Class of the application, and its package. */
  app: string
  from: string
  /** The module of a sub-application. */
  module(group: Group): string
}

export const hono = ({ app, from, module, ...own }: App) =>
  procedures({
    ...own,
    server: (groups) => ({
      ...modules(groups, module),
      'server.ts': `import { serve } from '@hono/node-server'
import { ${app} } from '${from}'
${importGroups(groups)}

const app = new ${app}()
${each(groups, ({ name }) => `  .route('/${name}', ${name})`)}

export type AppType = typeof app

serve({ fetch: app.fetch, port: 3000 })
`,
      ...(own.precompiled && { 'hc.ts': PRECOMPILED }),
    }),
    client: own.precompiled
      ? `import { hcWithType } from './declarations/hc.js'

export const client = hcWithType('http://localhost:3000')
`
      : `import { hc } from 'hono/client'
import type { AppType } from './server.ts'

export const client = hc<AppType>('http://localhost:3000')
`,
    call: (i, input) => `(await client.${groupOf(i)}.update${i}.$post({ json: ${input} })).json()`,
    returned: (i) => userType(i),
  })
