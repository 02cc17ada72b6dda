/// What coordinators know of the screen: it shows one view at a time.
@MainActor
package protocol Screen: AnyObject {
    func show(_ view: any View)
}
