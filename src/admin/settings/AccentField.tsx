import { Check, CircleAlert, CircleCheck, X } from 'lucide-react';
import type { CSSProperties } from 'react';
import {
  ACCENT_FORMAT,
  accentRoles,
  checkAccent,
  contrastsOf,
  grounds,
  MIN_CONTRAST,
  passes,
  type Scheme,
  type SchemeCheck,
} from '#contract/administration/accent.ts';
import { useSettled } from '#src/forms/useSettled.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { currentLocale, formatNumber } from '#src/ui/text/locale.ts';
import { settingLabels } from './settingTexts.ts';

/** The default colour of Trellis, which needs no correction. */
const EVERGREEN = '#1d6b57';

interface AccentFieldProps {
  /** Null: evergreen. An incomplete colour is kept as typed. */
  value: string | null;
  error: string | null;
  onChange: (accent: string | null) => void;
}

/** The accent colour, checked while it is typed, with the corrected colours for light and dark screens. */
export function AccentField({ value, error, onChange }: AccentFieldProps) {
  const text = value ?? '';
  const settled = useSettled(text);
  const colour = ACCENT_FORMAT.test(settled) ? settled : null;
  return (
    <div className="stack-4">
      <div className="row row-wrap accent-field">
        <input
          type="color"
          className="accent-swatch"
          aria-label="Pick your colour"
          value={ACCENT_FORMAT.test(text) ? text : EVERGREEN}
          onChange={(event) => onChange(event.currentTarget.value.toLowerCase())}
        />
        <TextField
          label={settingLabels.accent}
          placeholder={EVERGREEN}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          value={text}
          error={error}
          onChange={(next) => onChange(next.trim().toLowerCase() || null)}
        />
        {value !== null && (
          <Button variant="plain" onClick={() => onChange(null)}>
            Use evergreen
          </Button>
        )}
      </div>
      {colour && <ContrastCheck accent={colour} />}
      <div className="accent-pair">
        <Preview accent={colour ?? EVERGREEN} scheme="light" />
        <Preview accent={colour ?? EVERGREEN} scheme="dark" />
      </div>
    </div>
  );
}

function ContrastCheck({ accent }: { accent: string }) {
  const yours = contrastsOf(accent, 'light');
  const [light, dark] = [checkAccent(accent, 'light'), checkAccent(accent, 'dark')];
  const adjusted = [light.colour !== accent && 'light', dark.colour !== accent && 'dark'].filter(Boolean);
  return (
    <div className="accent-check">
      <div className="accent-result" role="status">
        {adjusted.length === 0 ? (
          <CircleCheck className="icon accent-good" aria-hidden="true" />
        ) : (
          <CircleAlert className="icon accent-adjusted" aria-hidden="true" />
        )}
        <div>
          <p className="strong">{resultTitle(adjusted.length, adjusted[0] === 'light')}</p>
          <p className="text-2">
            {passes(yours)
              ? `All text in ${accent} has a contrast of at least ${formatNumber(MIN_CONTRAST)}:1 on light screens.`
              : `The lowest contrast of ${accent} on light screens is ${ratio(Math.min(yours.onButtons, yours.words))}. At least ${formatNumber(MIN_CONTRAST)}:1 is needed. Trellis uses the nearest colour that passes.`}
          </p>
        </div>
      </div>
      <Table
        caption="Contrast check"
        columns={[
          { name: 'Used for' },
          { name: 'Yours' },
          { name: 'Light screens' },
          { name: 'Dark screens' },
        ]}
      >
        <TableBody>
          <TableRow head="Colour">
            {[yours, light, dark].map((check, index) => (
              <TableCell key={COLUMNS[index]} label={COLUMNS[index] ?? ''}>
                <span className="row accent-value">
                  <span
                    className="accent-dot"
                    style={colourStyle({ 'accent-dot': check.colour })}
                    aria-hidden="true"
                  />
                  <code>{check.colour}</code>
                </span>
              </TableCell>
            ))}
          </TableRow>
          <ContrastRow head="Text on buttons" checks={[yours, light, dark]} of="onButtons" />
          <ContrastRow head="Links and words" checks={[yours, light, dark]} of="words" />
        </TableBody>
      </Table>
    </div>
  );
}

const COLUMNS = ['Yours', 'Light screens', 'Dark screens'];

interface ContrastRowProps {
  head: string;
  checks: readonly SchemeCheck[];
  of: 'onButtons' | 'words';
}

const ContrastRow = ({ head, checks, of }: ContrastRowProps) => (
  <TableRow head={head}>
    {checks.map((check, index) => {
      const isEnough = check[of] >= MIN_CONTRAST;
      return (
        <TableCell key={COLUMNS[index]} label={COLUMNS[index] ?? ''}>
          <span className="row accent-value figures">
            {isEnough ? (
              <Check className="icon icon-small accent-good" aria-hidden="true" />
            ) : (
              <X className="icon icon-small accent-bad" aria-hidden="true" />
            )}
            <span>
              {ratio(check[of])}
              {!isEnough && <span className="visually-hidden"> is too low</span>}
            </span>
          </span>
        </TableCell>
      );
    })}
  </TableRow>
);

/** Rounded down, so that 4.46 does not appear to pass as 4.5. */
const ratio = (contrast: number) =>
  `${new Intl.NumberFormat(currentLocale(), { minimumFractionDigits: 1 }).format(Math.floor(contrast * 10) / 10)}:1`;

function resultTitle(adjusted: number, isLight: boolean): string {
  if (adjusted === 0) return 'This colour passes';
  if (adjusted === 2) return 'Adjusted for light and dark screens';
  return isLight ? 'Adjusted for light screens' : 'Adjusted for dark screens';
}

const colourStyle = (colours: Record<string, string>) =>
  Object.fromEntries(Object.entries(colours).map(([name, colour]) => [`--${name}`, colour])) as CSSProperties;

const words: Record<Scheme, { title: string; text: string }> = {
  light: { title: 'Light', text: '#1f2421' },
  dark: { title: 'Dark', text: '#e9ebe8' },
};

function Preview({ accent, scheme }: { accent: string; scheme: Scheme }) {
  const roles = accentRoles(accent, scheme);
  const [paper = ''] = grounds[scheme];
  const style = colourStyle({
    'preview-paper': paper,
    'preview-text': words[scheme].text,
    'preview-fill': roles.primary,
    'preview-on': roles['on-primary'],
    'preview-word': roles['primary-text'],
  });
  return (
    <div className="accent-preview" style={style}>
      <p className="small">{words[scheme].title}</p>
      <p className="row row-wrap">
        <span className="accent-preview-button">Check in</span>
        <span className="accent-preview-link">Lead with questions</span>
      </p>
      <p className="row small">
        <CircleCheck className="icon icon-small" aria-hidden="true" />5 of 8 steps done
      </p>
    </div>
  );
}
