import { Toolbar } from '@base-ui/react/toolbar';
import Link from '@tiptap/extension-link';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import {
  Bold,
  Heading2,
  Heading3,
  Image as ImageIcon,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  Undo2,
} from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { linkAddress, type RichText } from '#contract/learning/richText.ts';
import { ImageDialog, type TextImage } from './ImageDialog.tsx';
import { imageNode } from './imageNode.ts';
import { LinkDialog } from './LinkDialog.tsx';

/**
 * The editor contains only what the server stores (`richTextSchema`). Everything else is removed from pasted content.
 */
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    codeBlock: false,
    horizontalRule: false,
    link: false,
    strike: false,
    trailingNode: false,
    underline: false,
  }),
  Link.extend({
    addAttributes: () => ({ href: { default: null } }),
  }).configure({
    openOnClick: false,
    defaultProtocol: 'https',
    isAllowedUri: (address) => linkAddress(address) !== null,
  }),
  imageNode,
];

interface RichTextEditorProps {
  label: string;
  control: { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };
  value: RichText;
  onChange: (value: RichText) => void;
}

const textOf = (value: unknown) => JSON.stringify(value);

/** Edits formatted text with Tiptap. Alt+F10 moves the focus to the buttons, and Escape moves it back. */
export default function RichTextEditor({ label, control, value, onChange }: RichTextEditorProps) {
  const toolbar = useRef<HTMLDivElement>(null);
  const change = useRef(onChange);
  /** The newest value of the editor, to distinguish it from an external change. */
  const shown = useRef(textOf(value));
  useEffect(() => {
    change.current = onChange;
  });
  const editor = useEditor({
    extensions,
    content: value,
    // The content security policy allows no inline styles, and the screen's style sheet has them.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: () => ({
        id: control.id,
        class: 'input rich-text prose',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(control['aria-invalid'] && { 'aria-invalid': 'true' }),
        ...(control['aria-describedby'] && { 'aria-describedby': control['aria-describedby'] }),
      }),
      handleKeyDown: (_view, event) => {
        if (!event.altKey || event.key !== 'F10') return false;
        toolbar.current?.querySelector('button')?.focus();
        return true;
      },
    },
    onUpdate: ({ editor: updated }) => {
      const next = updated.getJSON() as RichText;
      shown.current = textOf(next);
      change.current(next);
    },
  });
  useEffect(() => {
    if (textOf(value) === shown.current) return;
    shown.current = textOf(value);
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return (
    <div className="rich-editor">
      <Tools editor={editor} toolbar={toolbar} />
      <EditorContent editor={editor} />
    </div>
  );
}

function Tools({ editor, toolbar }: { editor: Editor; toolbar: RefObject<HTMLDivElement | null> }) {
  const [link, setLink] = useState<{ href: string } | null>(null);
  /** The image of the open dialog; its image is null for a new one. */
  const [image, setImage] = useState<{ selected: TextImage | null } | null>(null);
  const state = useEditorState({
    editor,
    selector: ({ editor: of }) => ({
      bold: of.isActive('bold'),
      italic: of.isActive('italic'),
      link: of.isActive('link'),
      heading: of.isActive('heading', { level: 2 }),
      smallHeading: of.isActive('heading', { level: 3 }),
      bullets: of.isActive('bulletList'),
      numbers: of.isActive('orderedList'),
      quote: of.isActive('blockquote'),
      image: of.isActive('image'),
      canUndo: of.can().undo(),
      canRedo: of.can().redo(),
    }),
  });
  const run = () => editor.chain().focus();
  const saveLink = (href: string | null) => {
    setLink(null);
    const chain = run().extendMarkRange('link');
    if (href === null) return chain.unsetLink().run();
    if (editor.state.selection.empty && !state.link)
      return run()
        .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
        .run();
    return chain.setLink({ href }).run();
  };
  const saveImage = (attrs: TextImage) => {
    setImage(null);
    run().insertContent({ type: 'image', attrs }).run();
  };
  const selectedImage = (): TextImage | null => {
    const { imageId, alt } = editor.getAttributes('image');
    return state.image ? { imageId: String(imageId), alt: String(alt) } : null;
  };
  return (
    <>
      <Toolbar.Root
        ref={toolbar}
        className="rich-toolbar"
        aria-label="Format"
        onKeyDown={(event) => event.key === 'Escape' && editor.commands.focus()}
      >
        <Tool
          label="Heading"
          icon={Heading2}
          isOn={state.heading}
          onClick={() => run().toggleHeading({ level: 2 }).run()}
        />
        <Tool
          label="Small heading"
          icon={Heading3}
          isOn={state.smallHeading}
          onClick={() => run().toggleHeading({ level: 3 }).run()}
        />
        <Tool label="Bold" icon={Bold} isOn={state.bold} onClick={() => run().toggleBold().run()} />
        <Tool label="Italic" icon={Italic} isOn={state.italic} onClick={() => run().toggleItalic().run()} />
        <Tool
          label="Link"
          icon={LinkIcon}
          isOn={state.link}
          onClick={() => setLink({ href: String(editor.getAttributes('link').href ?? '') })}
        />
        <Tool
          label="Bulleted list"
          icon={List}
          isOn={state.bullets}
          onClick={() => run().toggleBulletList().run()}
        />
        <Tool
          label="Numbered list"
          icon={ListOrdered}
          isOn={state.numbers}
          onClick={() => run().toggleOrderedList().run()}
        />
        <Tool
          label="Image"
          icon={ImageIcon}
          isOn={state.image}
          onClick={() => setImage({ selected: selectedImage() })}
        />
        <Tool label="Quote" icon={Quote} isOn={state.quote} onClick={() => run().toggleBlockquote().run()} />
        <Tool label="Undo" icon={Undo2} isDisabled={!state.canUndo} onClick={() => run().undo().run()} />
        <Tool label="Redo" icon={Redo2} isDisabled={!state.canRedo} onClick={() => run().redo().run()} />
      </Toolbar.Root>
      {link && <LinkDialog href={link.href} onSave={saveLink} onClose={() => setLink(null)} />}
      {image && <ImageDialog image={image.selected} onSave={saveImage} onClose={() => setImage(null)} />}
    </>
  );
}

interface ToolProps {
  label: string;
  icon: LucideIcon;
  isOn?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
}
const Tool = ({ label, icon: Icon, isOn, isDisabled = false, onClick }: ToolProps) => (
  <Toolbar.Button
    className="icon-button icon-button-small rich-tool"
    aria-label={label}
    title={label}
    aria-pressed={isOn}
    disabled={isDisabled}
    onClick={onClick}
  >
    <Icon className="icon" aria-hidden="true" />
  </Toolbar.Button>
);
