import path from 'node:path';
import { constants } from 'node:zlib';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import CompressionPlugin from 'compression-webpack-plugin';
import CopyPlugin from 'copy-webpack-plugin';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Configuration } from 'webpack';
import webpack from 'webpack';
import 'webpack-dev-server';

const root = import.meta.dirname;
/** Where `npm run dev` has the API. */
const api = process.env.DEV_API ?? 'http://127.0.0.1:4000';

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
  const compressed = { test: /\.(js|css|html|svg|webmanifest)$/, threshold: 512 };
  return {
    mode: isDevelopment ? 'development' : 'production',
    target: 'browserslist',
    entry: { app: './src/main.tsx' },
    output: {
      path: path.join(root, 'dist'),
      filename: isDevelopment ? '[name].js' : 'assets/[name].[contenthash:10].js',
      chunkFilename: isDevelopment ? '[name].js' : 'assets/[name].[contenthash:10].js',
      assetModuleFilename: 'assets/[name].[contenthash:10][ext]',
      publicPath: '/',
      clean: true,
      // Chunks are loaded under a strict CSP that requires Trusted Types.
      trustedTypes: { policyName: 'trellis#webpack', onPolicyCreationFailure: 'continue' },
    },
    devtool: isDevelopment ? 'cheap-module-source-map' : 'hidden-source-map',
    cache: {
      type: 'filesystem',
      cacheDirectory: path.join(root, '.cache/webpack'),
      buildDependencies: { config: [import.meta.filename] },
    },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          loader: 'swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: {
                react: { runtime: 'automatic', development: isDevelopment, refresh: isDevelopment },
              },
            },
            env: { targets: 'defaults and fully supports es6-module' },
          },
        },
        { test: /\.module\.css$/, use: styles(true) },
        { test: /\.css$/, exclude: /\.module\.css$/, use: styles(false) },
        { test: /\.(woff2|svg|png|webp)$/, type: 'asset/resource' },
      ],
    },
    optimization: {
      runtimeChunk: 'single',
      splitChunks: { chunks: 'all' },
      minimizer: ['...', new CssMinimizerPlugin({ minify: CssMinimizerPlugin.lightningCssMinify })],
    },
    performance: { hints: false },
    plugins: [
      new webpack.DefinePlugin({
        __SENTRY_DEBUG__: 'false',
        // The same code is built for every deployment but production: what developers look in with is not in that one.
        __DEVELOPER_TOOLS__: JSON.stringify(process.env.DEPLOYMENT !== 'production'),
        __BUILD__: JSON.stringify(process.env.TRELLIS_BUILD ?? 'development'),
      }),
      // What is asked for by its plain name: manifest and icons. index.html is a template.
      new CopyPlugin({ patterns: [{ from: 'public', globOptions: { ignore: ['**/index.html'] } }] }),
      new HtmlWebpackPlugin({ template: 'public/index.html', scriptLoading: 'defer' }),
      ...(isDevelopment
        ? [new ReactRefreshPlugin()]
        : [
            new MiniCssExtractPlugin({ filename: 'assets/[name].[contenthash:10].css' }),
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
          // The API answers its own origin only.
          headers: { origin: api },
        },
      ],
    },
  };
};
