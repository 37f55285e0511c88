# A CDN in front of Matchcut, as a configuration for Varnish 7.1. Any other CDN needs the same three rules: requests
# with a session or a toast go to the server, other cookies are ignored, and nothing is served beyond its s-maxage.
vcl 4.1;

backend default {
  .host = "127.0.0.1";
  .port = "3000";
}

sub vcl_recv {
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Built files are the same for everyone.
  if (req.url !~ "^/assets/" && req.http.Cookie ~ "(^|; *)(__Host-)?(session|flash)=") {
    return (pass);
  }
  # Only the two cookies above change a public page, so the others aren't part of the cache's key. The server still
  # gets them, because other pages may need them.
  unset req.http.X-Kept-Cookie;
  if (req.http.Cookie) {
    set req.http.X-Kept-Cookie = req.http.Cookie;
    unset req.http.Cookie;
  }
  return (hash);
}

sub vcl_backend_fetch {
  if (bereq.http.X-Kept-Cookie) {
    set bereq.http.Cookie = bereq.http.X-Kept-Cookie;
    unset bereq.http.X-Kept-Cookie;
  }
}

sub vcl_backend_response {
  # Requests with those two cookies never get here, and other cookies don't change the page.
  set beresp.http.Vary = regsub(beresp.http.Vary, "Cookie, ", "");
  # A page or file that was taken down is gone after its s-maxage. The stale copy is kept only to ask the server
  # whether it changed: a 304 saves sending it again.
  set beresp.grace = 0s;
  set beresp.keep = 1h;
}

sub vcl_deliver {
  if (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
  } else {
    set resp.http.X-Cache = "miss";
  }
}
