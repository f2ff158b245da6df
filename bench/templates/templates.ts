/** All templates. */
import { basename } from 'node:path'
import { fastifyTypebox, fastifyZod } from './fastify.ts'
import effect from './libraries/effect.ts'
import elysia from './libraries/elysia.ts'
import honoZod from './libraries/hono-zod.ts'
import honoZodOpenapi from './libraries/hono-zod-openapi.ts'
import orpc from './libraries/orpc.ts'
import trpc from './libraries/trpc.ts'
import tsRest from './libraries/ts-rest.ts'
import { validators } from './schemas.ts'
import type { Template } from './template.ts'

const TEMPLATES: Readonly<Record<string, Template>> = {
  ...validators,
  effect,
  elysia,
  'fastify-typebox': fastifyTypebox,
  'fastify-zod': fastifyZod,
  'hono-zod-openapi': honoZodOpenapi,
  'hono-zod': honoZod,
  orpc,
  trpc,
  'ts-rest': tsRest,
}

/** Returns the template that uses the packages of this folder, or of a copy of it. */
export const templateOf = ({ directory }: { directory: string }): Template | undefined =>
  TEMPLATES[basename(directory)]
