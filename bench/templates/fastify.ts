/** Templates of Fastify with a type provider, which has no typed client. */
import {
  assertions,
  each,
  fields,
  importGroups,
  modules,
  rightType,
  type Template,
  userType,
  zodFields,
} from './template.ts'

interface Provider extends Pick<Template, 'displayName'> {
  /** Imports of a plugin. */
  head: string
  /** Type of a plugin. */
  plugin: string
  schema(number: number): string
}

const HANDLER =
  '{ const user = request.body; return { ...user, lastUpdate: new Date(user.lastUpdate).toISOString() } }'

/** A plugin per group, as https://fastify.dev/docs/latest/Reference/Type-Providers/ shows it. */
function fastify({ head, plugin, schema, ...provider }: Provider): Template {
  const route = (number: number, handler: string) =>
    `fastify.post('/update${number}', { schema: { body: ${schema(number)}, response: { 200: ${schema(number)} } } }, async (request) => ${handler})`
  return {
    ...provider,
    kind: 'procedures',
    server: (groups) => ({
      ...modules(
        groups,
        ({ name, numbers }) => `${head}

export const ${name}: ${plugin} = async (fastify) => {
${each(numbers, (i) => `  ${route(i, HANDLER)}`)}
}`,
      ),
      'server.ts': `import Fastify from 'fastify'
${importGroups(groups)}

const fastify = Fastify()
${each(groups, ({ name }) => `fastify.register(${name}, { prefix: '/${name}' })`)}
fastify.listen({ port: 3000 })
`,
    }),
    check: (i) => {
      const isRight = rightType('typeof request.body', userType(i))
      const checked = (handler: string) =>
        `const checked${handler.length}: ${plugin} = async (fastify) => { ${route(i, handler)} }`
      return assertions(
        head,
        checked(`{ ${isRight}; return isRight && request.body }`),
        checked(`({ ...request.body, id: '1' })`),
      )
    },
  }
}

/** As https://github.com/fastify/fastify-type-provider-typebox shows it. */
export const fastifyTypebox = fastify({
  displayName: 'Fastify, TypeBox',
  head: `import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'`,
  plugin: 'FastifyPluginAsyncTypebox',
  schema: (i) => `Type.Object(${fields(i, 'Type.Number()', 'Type.String()')})`,
})

/** As https://github.com/turkerdev/fastify-type-provider-zod shows it. */
export const fastifyZod = fastify({
  displayName: 'Fastify, zod',
  head: `import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'\nimport { z } from 'zod'`,
  plugin: 'FastifyPluginAsyncZod',
  schema: (i) => `z.object(${zodFields(i)})`,
})
