import { randomBytes } from 'node:crypto'
import { Ignitor } from '@adonisjs/core'
import { defineConfig as bodyparser } from '@adonisjs/core/bodyparser'
import { drivers, defineConfig as encryption } from '@adonisjs/core/encryption'
import { defineConfig as http, type Router } from '@adonisjs/core/http'
import { defineConfig as logger } from '@adonisjs/core/logger'

/** Starts the application, which takes HOST and PORT from the environment, with the routes that it is given. */
export async function serve(register: (router: Router) => void) {
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
        bodyparser: bodyparser({ json: { convertEmptyStringsToNull: false, trimWhitespaces: false } }),
        logger: logger({ default: 'app', loggers: { app: {} } }),
      })
      app.starting(async () => register(await app.container.make('router')))
    })
    .httpServer()
    .start()
}
