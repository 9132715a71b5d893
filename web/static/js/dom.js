// A small keyed renderer: `h` describes elements, `render` makes the page match. Elements keep their
// identity between two snapshots, so focus, scrolling and motion survive.

const SVG = "http://www.w3.org/2000/svg";

export function h(tag, props, ...children) {
  return { tag, props: props || {}, key: props?.key, children: flat(children) };
}

function flat(children) {
  const out = [];
  for (const child of children) {
    if (Array.isArray(child)) out.push(...flat(child));
    else if (child !== null && child !== undefined && child !== false && child !== true) {
      out.push(typeof child === "object" ? child : String(child));
    }
  }
  return out;
}

export function render(container, ...children) {
  patchChildren(container, flat(children));
}

function create(node, inSvg) {
  if (typeof node === "string") return document.createTextNode(node);
  const svg = inSvg || node.tag === "svg";
  const element = svg ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  element._key = node.key;
  element._props = {};
  setProps(element, node.props);
  for (const child of node.children) element.append(create(child, svg && node.tag !== "foreignObject"));
  if (node.props.onMount) node.props.onMount(element);
  return element;
}

function fits(element, node) {
  if (typeof node === "string") return element.nodeType === Node.TEXT_NODE;
  return (
    element.nodeType === Node.ELEMENT_NODE &&
    element.tagName.toLowerCase() === node.tag.toLowerCase() &&
    element._key === node.key
  );
}

function patchChildren(parent, nodes) {
  const keyed = new Map();
  for (const element of parent.childNodes) if (element._key !== undefined) keyed.set(element._key, element);
  const inSvg = parent.namespaceURI === SVG;
  let at = parent.firstChild;
  for (const node of nodes) {
    let element = null;
    if (node.key !== undefined) {
      const old = keyed.get(node.key);
      if (old && fits(old, node)) element = old;
    } else if (at && at._key === undefined && fits(at, node)) {
      element = at;
    }
    if (element === null) {
      element = create(node, inSvg);
      parent.insertBefore(element, at);
    } else {
      if (element === at) at = at.nextSibling;
      else parent.insertBefore(element, at);
      patch(element, node);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function patch(element, node) {
  if (typeof node === "string") {
    if (element.data !== node) element.data = node;
    return;
  }
  setProps(element, node.props);
  if (node.props.own) return; // the element looks after its own inside
  patchChildren(element, node.children);
}

function setProps(element, props) {
  const old = element._props;
  for (const name in old) if (!(name in props)) setProp(element, name, undefined, old[name]);
  for (const name in props) if (props[name] !== old[name]) setProp(element, name, props[name], old[name]);
  element._props = props;
}

function setProp(element, name, value, before) {
  if (name === "key" || name === "own" || name === "onMount") return;
  if (name.startsWith("on")) {
    const type = name.slice(2).toLowerCase();
    if (!element._handlers) element._handlers = {};
    if (!element._handlers[type]) {
      element.addEventListener(type, (event) => element._handlers[type].current?.(event));
      element._handlers[type] = { current: null };
    }
    element._handlers[type].current = value || null;
  } else if (name === "style") {
    for (const key in before || {}) if (!value || !(key in value)) element.style.removeProperty(key);
    for (const key in value || {}) element.style.setProperty(key, value[key]);
  } else if (name === "value" || name === "checked" || name === "open") {
    if (value !== undefined && element[name] !== value) element[name] = value;
  } else if (value === undefined || value === null || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? "" : value);
  }
}
