import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { constants } from 'node:zlib';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import CompressionPlugin from 'compression-webpack-plugin';
import CopyPlugin from 'copy-webpack-plugin';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import type { Configuration } from 'webpack';
import webpack from 'webpack';
import 'webpack-dev-server';
import { hasDeveloperTools } from './scripts/developerTools.ts';
import { LoadedFilesPlugin } from './scripts/loadedFilesPlugin.ts';
import { ServiceWorkerPlugin } from './scripts/serviceWorkerPlugin.ts';
import { trimmedInProduction, trimmedPackages } from './scripts/trimmedPackages.ts';

const root = import.meta.dirname;
/** The package's default export is its development build. */
const reactRouter = path.join(root, 'node_modules/react-router/dist/production/index.mjs');
/** The address of the API under `npm run dev`. */
const api = process.env.DEV_API ?? 'http://127.0.0.1:4000';

/** Webpack's name for modules that are built without the messaging SDK's encryption. */
const WITHOUT_ENCRYPTION = 'without-encryption';

/** The messaging SDK's switches for a build with fewer modules (node_modules/pubnub/rollup.config.js). */
const pubnubModules = (encryption: boolean) => {
  const used = {
    PUBLISH_MODULE: true,
    SUBSCRIBE_MODULE: true,
    SUBSCRIBE_EVENT_ENGINE_MODULE: true,
    PRESENCE_MODULE: true,
    MESSAGE_PERSISTENCE_MODULE: true,
    MESSAGE_REACTIONS_MODULE: true,
    APP_CONTEXT_MODULE: true,
    CRYPTO_MODULE: encryption,
    SUBSCRIBE_MANAGER_MODULE: false,
    SHARED_WORKER: false,
    PAM_MODULE: false,
    CHANNEL_GROUPS_MODULE: false,
    MOBILE_PUSH_MODULE: false,
    FILE_SHARING_MODULE: false,
  };
  return Object.fromEntries(
    Object.entries(used).map(([name, isUsed]) => [name, JSON.stringify(isUsed ? 'enabled' : 'disabled')]),
  );
};

export default (_environment: unknown, { mode }: { mode?: string }): Configuration => {
  const isDevelopment = mode !== 'production';
  const styles = (modules: boolean) => [
    isDevelopment ? 'style-loader' : MiniCssExtractPlugin.loader,
    {
      loader: 'css-loader',
      options: modules
        ? {
            modules: {
              namedExport: false,
              exportLocalsConvention: 'as-is',
              localIdentName: isDevelopment ? '[name]__[local]' : '[hash:base64:6]',
            },
          }
        : {},
    },
  ];
  /** TypeScript for the browsers we support. */
  const swcOptions = (jsc: object) => ({ jsc, env: { targets: 'defaults and fully supports es6-module' } });
  const pubnub = (encryption: boolean) => ({
    test: /node_modules[\\/]pubnub[\\/]src[\\/].*\.ts$/,
    issuerLayer: encryption ? { not: [WITHOUT_ENCRYPTION] } : WITHOUT_ENCRYPTION,
    sideEffects: false,
    // The source exports types by name, and swc does not remove these exports.
    parser: { reexportExportsPresence: false as const },
    loader: 'swc-loader',
    options: swcOptions({
      parser: { syntax: 'typescript' },
      transform: { optimizer: { globals: { envs: pubnubModules(encryption) } } },
    }),
  });
  const compressed = { test: /\.(js|css|html|svg|webmanifest)$/, threshold: 512 };
  return {
    mode: isDevelopment ? 'development' : 'production',
    target: 'browserslist',
    entry: { app: './src/main.tsx' },
    output: {
      path: path.join(root, 'dist'),
      // The first page contains the names of all files. Hashes of 8 characters took 207 bytes more; a hash has to differ
      // only from that of other versions of the same file.
      filename: isDevelopment ? '[name].js' : 'assets/[name].[contenthash:6].js',
      chunkFilename: isDevelopment ? '[name].js' : 'assets/[id].[contenthash:6].js',
      assetModuleFilename: 'assets/[name].[contenthash:6][ext]',
      publicPath: '/',
      clean: true,
      // The names follow the sources, so another version of a tool that changes the output has to change all names.
      hashSalt: createHash('sha256')
        .update(readFileSync(path.join(root, 'package-lock.json')))
        .digest('hex'),
      // Chunks are loaded under a strict Content Security Policy that requires Trusted Types.
      trustedTypes: { policyName: 'trellis#webpack', onPolicyCreationFailure: 'continue' },
    },
    devtool: isDevelopment ? 'cheap-module-source-map' : 'hidden-source-map',
    cache: {
      type: 'filesystem',
      cacheDirectory: path.join(root, '.cache/webpack'),
      buildDependencies: {
        config: [
          import.meta.filename,
          path.join(root, 'scripts/serviceWorkerPlugin.ts'),
          path.join(root, 'scripts/trimmed.ts'),
          path.join(root, 'scripts/trimmedPackages.ts'),
          path.join(root, 'scripts/trimmedPubnub.ts'),
          path.join(root, 'scripts/pureSchemas.cjs'),
        ],
      },
    },
    experiments: { layers: true },
    resolve: {
      extensions: ['.ts', '.tsx', '.js'],
      // Uses the SDK's source, because its browser build is one file that contains all modules.
      alias: {
        pubnub$: path.join(root, 'node_modules/pubnub/src/web/index.ts'),
        ...(!isDevelopment && { 'react-router$': reactRouter }),
      },
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          loader: 'swc-loader',
          options: swcOptions({
            parser: { syntax: 'typescript', tsx: true },
            transform: {
              react: { runtime: 'automatic', development: isDevelopment, refresh: isDevelopment },
            },
          }),
        },
        { test: /pubnubWithoutEncryption\.ts$/, layer: WITHOUT_ENCRYPTION },
        { test: /node_modules[\\/]cbor-js/, sideEffects: false },
        pubnub(true),
        pubnub(false),
        ...trimmedPackages,
        ...(isDevelopment ? [] : trimmedInProduction),
        {
          test: /\.ts$/,
          include: path.join(root, 'contract'),
          loader: path.join(root, 'scripts/pureSchemas.cjs'),
        },
        {
          test: /\.ts$/,
          include: path.join(root, 'sagas'),
          exclude: /effects\.ts$/,
          loader: path.join(root, 'scripts/sagaNames.cjs'),
        },
        { test: /\.module\.css$/, use: styles(true) },
        { test: /\.css$/, exclude: /\.module\.css$/, use: styles(false) },
        { test: /\.(woff2|svg|png|webp)$/, type: 'asset/resource' },
      ],
    },
    optimization: {
      runtimeChunk: 'single',
      splitChunks: {
        chunks: 'all',
        // Below this size, one more file costs more in the list of all files, which each first visit loads, than it saves.
        minSize: 40_000,
        // The code that draws icons. Without its own chunk, both /login and the session would contain it.
        cacheGroups: {
          icons: { name: 'icons', test: /lucide-react[\\/]dist[\\/]esm[\\/](?!icons)/, enforce: true },
        },
      },
      // It would search all files for the hashes and replace them, also in the middle of other text. 6 characters are found in
      // the constants of SHA-512, for example, by chance: in about 6 % of all builds, with 206 files and 5,300 possible places.
      realContentHash: false,
      minimizer: [
        new MinimizerPlugin({
          minify: MinimizerPlugin.swcMinify,
          minimizerOptions: { ecma: 2020, compress: { passes: 3 } },
        }),
        new CssMinimizerPlugin({ minify: CssMinimizerPlugin.lightningCssMinify }),
      ],
    },
    performance: { hints: false },
    plugins: [
      new webpack.DefinePlugin({
        __SENTRY_DEBUG__: 'false',
        // All builds except production contain the developer tools.
        __DEVELOPER_TOOLS__: JSON.stringify(hasDeveloperTools()),
        __HAS_SERVICE_WORKER__: JSON.stringify(!isDevelopment),
        __BUILD__: JSON.stringify(process.env.TRELLIS_BUILD ?? 'development'),
      }),
      // Files that are requested without a hash in their name: manifest and icons. index.html is a template.
      new CopyPlugin({ patterns: [{ from: 'public', globOptions: { ignore: ['**/index.html'] } }] }),
      new HtmlWebpackPlugin({ template: 'public/index.html', scriptLoading: 'defer' }),
      ...(isDevelopment
        ? [new ReactRefreshPlugin()]
        : [
            new ServiceWorkerPlugin(),
            new LoadedFilesPlugin(),
            new MiniCssExtractPlugin({
              filename: 'assets/[name].[contenthash:6].css',
              chunkFilename: 'assets/[id].[contenthash:6].css',
            }),
            new CompressionPlugin({ ...compressed, algorithm: 'gzip' }),
            new CompressionPlugin<{ params: Record<number, number> }>({
              ...compressed,
              algorithm: 'brotliCompress',
              filename: '[path][base].br',
              compressionOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } },
            }),
          ]),
    ],
    devServer: {
      host: '127.0.0.1',
      port: Number(process.env.DEV_PORT ?? 4100),
      hot: true,
      historyApiFallback: true,
      static: false,
      client: { overlay: { warnings: false } },
      proxy: [
        {
          context: ['/api', '/.well-known'],
          target: api,
          // The API accepts only requests from its own origin.
          headers: { origin: api },
        },
      ],
    },
  };
};
