import {
  each,
  groupOf,
  importGroups,
  modules,
  namesOf,
  procedures,
  userType,
  zodFields,
} from '../template.ts'

/** As https://trpc.io/docs/server/merging-routers and https://trpc.io/docs/client/vanilla/setup show it. */
export default procedures({
  displayName: 'tRPC',
  packages: ['@trpc/client'],
  server: (groups) => ({
    'trpc.ts': `import { initTRPC } from '@trpc/server'

const t = initTRPC.create()

export const router = t.router
export const publicProcedure = t.procedure
`,
    ...modules(
      groups,
      ({ name, numbers }) => `import { z } from 'zod'
import { publicProcedure, router } from './trpc.ts'

export const ${name} = router({
${each(
  numbers,
  (i) =>
    `  update${i}: publicProcedure.input(z.object(${zodFields(i)})).mutation(({ input }) => ({ ...input, lastUpdate: new Date(input.lastUpdate) })),`,
)}
})`,
    ),
    'server.ts': `import { createHTTPServer } from '@trpc/server/adapters/standalone'
${importGroups(groups)}
import { router } from './trpc.ts'

const appRouter = router({ ${namesOf(groups)} })

export type AppRouter = typeof appRouter

createHTTPServer({ router: appRouter }).listen(3000)
`,
  }),
  client: `import { createTRPCClient, httpBatchLink } from '@trpc/client'
import type { AppRouter } from './server.ts'

export const client = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: 'http://localhost:3000' })] })
`,
  call: (i, input) => `client.${groupOf(i)}.update${i}.mutate(${input})`,
  // Without a transformer, a date is its JSON.
  returned: (i) => userType(i),
})
