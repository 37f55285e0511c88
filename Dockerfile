FROM node:24.11.1-bookworm-slim AS base
WORKDIR /app
ENV NODE_ENV=production

FROM base AS build
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs

FROM base AS packages
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM base
RUN mkdir /data && chown node:node /data
COPY package.json ./
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY prisma/migrations ./prisma/migrations
COPY prisma/sql ./prisma/sql
ENV APP_MODE=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=90s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# PID 1 gets no default signal handlers: the trap stops a running migration, and exec lets the server receive signals.
CMD ["sh", "-c", "trap 'kill $!; wait; exit 143' TERM INT; node build/migrate.js & wait $! && exec node --max-semi-space-size=32 --heap-growing-percent=50 build/server.js"]
