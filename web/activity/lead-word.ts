/** What stands on the button of an offline page that takes leads; not among the texts of every page. */
export const leadWord = "立即登记";
