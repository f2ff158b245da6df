import { randomBytes } from 'node:crypto'
import { Ignitor } from '@adonisjs/core'
import { defineConfig as bodyparser } from '@adonisjs/core/bodyparser'
import { drivers, defineConfig as encryption } from '@adonisjs/core/encryption'
import { defineConfig as http, type Router } from '@adonisjs/core/http'
import { defineConfig as logger } from '@adonisjs/core/logger'

/** The parser's defaults change valid data: they trim strings, and make null of empty ones. */
const UNCHANGED = { convertEmptyStringsToNull: false, trimWhitespaces: false }

/**
 * Starts the application, which takes HOST and PORT from the environment.
 * @param register adds routes
 * @param json settings of the parser of JSON
 */
export async function serve(register: (router: Router) => void, json: Partial<typeof UNCHANGED> = UNCHANGED) {
  await new Ignitor(new URL('./', import.meta.url), { importer: (path) => import(path) })
    .tap((app) => {
      app.rcContents({
        providers: [
          () => import('@adonisjs/core/providers/app_provider'),
          () => import('@adonisjs/core/providers/vinejs_provider'),
        ],
        preloads: [() => import('./kernel.ts')],
      })
      app.useConfig({
        app: { http: http({}) },
        encryption: encryption({
          default: 'gcm',
          list: { gcm: drivers.aes256gcm({ id: 'gcm', keys: [randomBytes(32).toString('hex')] }) },
        }),
        bodyparser: bodyparser({ json }),
        logger: logger({ default: 'app', loggers: { app: {} } }),
      })
      app.starting(async () => register(await app.container.make('router')))
    })
    .httpServer()
    .start()
}
