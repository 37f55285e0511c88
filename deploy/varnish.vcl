# A CDN in front of Matchcut, in Varnish's words (7.1). Any other one needs the same three rules: visitors with a session or a
# toast pass, for others the cookie doesn't count, and nothing is served beyond its s-maxage.
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
  # Public pages vary by the cookie, but only by those above. Other pages may need the rest, which goes to the server.
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
  # Only visitors without those two cookies get here, and for them a stored page doesn't vary by the others.
  set beresp.http.Vary = regsub(beresp.http.Vary, "Cookie, ", "");
  # What's taken down is gone after its s-maxage. Until then, an old copy saves sending it again: the server says 304.
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
