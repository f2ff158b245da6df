/** Templates of Fastify with a type provider, which has no typed client. */
import {
  assertions,
  each,
  importGroups,
  modules,
  rightType,
  type Template,
  userType,
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
export function fastify({ head, plugin, schema, ...provider }: Provider): Template {
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
