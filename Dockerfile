FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# No package of ours needs a script of its own; bcrypt brings its binaries along.
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
# Health and metrics too can be reached from outside the container; who may is for its network to say.
ENV NODE_ENV=production HOST=0.0.0.0 ADMIN_HOST=0.0.0.0
# Without this limit, Node frees memory late.
ENV NODE_OPTIONS=--max-old-space-size=384
# The database is in this folder, unless DATABASE_URL says otherwise. The user node (1000) writes it.
ENV DATA_DIR=/var/lib/axl-phone-proxy
WORKDIR /var/lib/axl-phone-proxy
RUN chown 1000:1000 . && chmod 750 .
VOLUME /var/lib/axl-phone-proxy
WORKDIR /app
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules ./node_modules
COPY --from=build /build/fixtures ./fixtures
COPY --from=build /build/wsdl ./wsdl
COPY --from=build /build/bin ./bin
COPY --from=build /build/dist ./dist
COPY --from=build /build/docs/*.md ./docs/
USER node
EXPOSE 8080 9464
# Stop it with time for what runs (SHUTDOWN_GRACE_MS and 5 seconds): docker run --stop-timeout 45.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node", "bin/health.js"]
ENTRYPOINT ["node", "bin/axl-phone-proxy.js"]
CMD ["serve"]
